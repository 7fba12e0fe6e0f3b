// SPDX-License-Identifier: GPL-3.0-or-later
// usage: java -cp mongo-java-driver.jar IdleClient.java URI: one client of idle_clients.py.
import com.mongodb.MongoClient;
import com.mongodb.MongoClientOptions;
import com.mongodb.MongoClientURI;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.ServerHeartbeatFailedEvent;
import com.mongodb.event.ServerHeartbeatStartedEvent;
import com.mongodb.event.ServerHeartbeatSucceededEvent;
import com.mongodb.event.ServerMonitorListener;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.bson.Document;

public class IdleClient {
    private static final List<String> LOST = new CopyOnWriteArrayList<>();
    private static final Document OWN = new Document("client", "java");

    /** Keeps the heartbeats that failed: the driver takes the server for unknown and closes its connections. */
    private static class Watch implements ServerMonitorListener {
        @Override
        public void serverHearbeatStarted(ServerHeartbeatStartedEvent event) {}

        @Override
        public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {}

        @Override
        public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
            LOST.add(event.getThrowable().toString());
        }
    }

    /** Tries until the server is back; the driver waits for it inside. */
    private static Document foundAgain(MongoCollection<Document> notes) {
        for (int attempt = 1; ; ++attempt) {
            try {
                return notes.find(OWN).first();
            } catch (MongoException error) {
                if (attempt == 20) throw error;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("org.mongodb.driver").setLevel(Level.OFF);
        MongoClientOptions.Builder options = MongoClientOptions.builder().addServerMonitorListener(new Watch());
        MongoClient client = new MongoClient(new MongoClientURI(arguments[0], options));
        MongoCollection<Document> notes = client.getDatabase("interop").getCollection("idle");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        notes.insertOne(new Document(OWN));
        System.out.println("ready");
        lines.readLine();
        boolean found = notes.find(OWN).first() != null;
        System.out.println(found && LOST.isEmpty() ? "calm" : "lost: " + LOST);
        lines.readLine();
        System.out.println(foundAgain(notes) != null ? "back" : "the document is gone");
        client.close();
    }
}
