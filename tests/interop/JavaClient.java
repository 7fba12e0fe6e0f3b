// SPDX-License-Identifier: GPL-3.0-or-later
// usage: java -cp mongo-java-driver.jar JavaClient.java URI
// Java's driver 3.6 with the calls that the product's documents show: expireAfter with a unit of time.
import com.mongodb.MongoClient;
import com.mongodb.MongoClientURI;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.*;
import com.mongodb.client.result.UpdateResult;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;

public class JavaClient {
    private static final long HOUR = 3600 * 1000L;
    private static final int MOST_ASKED = 200_000;
    private static MongoDatabase admin;
    private static long moved = 0;

    private static void check(boolean condition, String text) {
        if (!condition) throw new AssertionError("failed: " + text);
    }

    private static long passes() {
        Document status = admin.runCommand(new Document("serverStatus", 1));
        Document ttl = status.get("metrics", Document.class).get("ttl", Document.class);
        return ((Number) ttl.get("passes")).longValue();
    }

    private static void moveClock() {
        moved += 1100;
        admin.runCommand(new Document("setParameter", 1).append("sandglassClockOffsetMillis", moved));
    }

    /** Moves the engine's clock at least offset ms past the real time; returns after a whole TTL pass from there on. */
    private static void passAt(long offset) {
        moved = Math.max(moved, offset);
        // the first pass may have begun before the clock moved
        for (int round = 1; round <= 2; ++round) {
            long before = passes();
            for (int asked = 0; passes() == before; ++asked) {
                check(asked < MOST_ASKED, "a TTL pass");
                // when the monitor went to sleep only after a step, the next step wakes it
                if (asked % 100 == 0) moveClock();
            }
        }
    }

    private static void refusedWith(int code, Runnable action) {
        try {
            action.run();
        } catch (MongoCommandException error) {
            check(error.getErrorCode() == code, error.getMessage());
            return;
        }
        throw new AssertionError("accepted, though " + code + " was expected");
    }

    private static void expiry(MongoDatabase database) {
        MongoCollection<Document> collection = database.getCollection("collectionName");
        IndexOptions tenSeconds = new IndexOptions().expireAfter(10L, TimeUnit.SECONDS);
        check(collection.createIndex(Indexes.ascending("_ts"), tenSeconds).equals("_ts_1"), "create");
        check(collection.createIndex(Indexes.ascending("_ts"), tenSeconds).equals("_ts_1"), "once more: no change");
        IndexOptions oneHour = new IndexOptions().expireAfter(1L, TimeUnit.HOURS);
        refusedWith(85, () -> collection.createIndex(Indexes.ascending("_ts"), oneHour));
        refusedWith(67, () -> collection.createIndex(Indexes.ascending("a", "b"), tenSeconds));
        List<Document> indexes = collection.listIndexes().into(new ArrayList<>());
        check(((Number) indexes.get(1).get("expireAfterSeconds")).longValue() == 10, "the seconds are listed");

        long now = System.currentTimeMillis();
        collection.insertMany(List.of(new Document("_id", 1).append("_ts", new Date(now - HOUR)),
                                      new Document("_id", 2).append("_ts", new Date(now + HOUR)),
                                      new Document("_id", 3)));
        passAt(0);
        check(collection.count() == 2, "what is old has gone");
        Document index = new Document("keyPattern", new Document("_ts", 1)).append("expireAfterSeconds", 86400);
        Document reply = database.runCommand(new Document("collMod", "collectionName").append("index", index));
        check(((Number) reply.get("expireAfterSeconds_old")).intValue() == 10, "the old seconds");
        passAt(3 * HOUR);
        check(collection.count() == 2, "a day from its time: it stays");
        index.put("expireAfterSeconds", 10L);
        database.runCommand(new Document("collMod", "collectionName").append("index", index));
        passAt(3 * HOUR);
        check(collection.find().first().getInteger("_id") == 3, "only the one without a date is left");
        collection.dropIndex("_ts_1");
    }

    private static void documents(MongoDatabase database) {
        MongoCollection<Document> numbers = database.getCollection("numbers");
        numbers.insertMany(IntStream.range(0, 500).mapToObj(n -> new Document("_id", n).append("odd", n % 2 == 1))
                               .collect(Collectors.toList()));
        int seen = 0;
        try (MongoCursor<Document> cursor = numbers.find().batchSize(50).iterator()) {
            for (; cursor.hasNext(); cursor.next()) ++seen;
        }
        check(seen == 500, "getMore");
        List<Bson> pipeline = List.of(Aggregates.group("$odd", Accumulators.sum("n", 1)),
                                      Aggregates.sort(Sorts.ascending("_id")));
        List<Document> groups = numbers.aggregate(pipeline).into(new ArrayList<>());
        check(groups.size() == 2 && groups.get(0).getInteger("n") == 250, "aggregate");
        UpdateOptions upsert = new UpdateOptions().upsert(true);
        UpdateResult upserted = numbers.updateOne(Filters.eq("_id", 900), Updates.inc("hits", 1), upsert);
        check(upserted.getUpsertedId() != null, "upsert");
        UpdateResult updated = numbers.updateMany(Filters.eq("odd", true), Updates.currentDate("seen"));
        check(updated.getModifiedCount() == 250, "update");
        check(numbers.find(Filters.eq("_id", 1)).first().get("seen") instanceof Date, "$currentDate");
        check(numbers.findOneAndDelete(Filters.eq("_id", 900)).getInteger("hits") == 1, "findAndModify");
        check(numbers.deleteMany(Filters.eq("odd", true)).getDeletedCount() == 250, "delete");
        try {
            numbers.insertOne(new Document("_id", 0));
            throw new AssertionError("a duplicate was accepted");
        } catch (MongoWriteException error) {
            check(error.getCode() == 11000, error.getMessage());
        }
    }

    public static void main(String[] arguments) {
        Logger.getLogger("org.mongodb").setLevel(Level.WARNING);
        try (MongoClient client = new MongoClient(new MongoClientURI(arguments[0]))) {
            admin = client.getDatabase("admin");
            MongoDatabase database = client.getDatabase("java");
            expiry(database);
            documents(database);
            database.drop();
            check(!client.listDatabaseNames().into(new ArrayList<>()).contains("java"), "dropDatabase");
        }
        System.out.println("ok");
    }
}
