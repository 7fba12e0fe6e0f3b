// SPDX-License-Identifier: GPL-3.0-or-later
// An express application with its sessions in connect-mongo: stored, touched, destroyed, and gone after their time.
const assert = require("node:assert");
const { once } = require("node:events");
const { HOUR, indexesOf, load, passAt, play, uri } = require("./ttl_story.js");

/** The application on a free port of loopback. */
async function startApplication(store) {
    const [express, session] = [load("express"), load("express-session")];
    const app = express();
    app.use(
        session({ secret: "not a secret", resave: false, saveUninitialized: false, cookie: { maxAge: HOUR }, store }),
    );
    app.get("/login", (request, response) => {
        request.session.user = "ana";
        response.json({ user: "ana" });
    });
    app.get("/me", (request, response) => response.json({ user: request.session.user ?? null }));
    app.get("/logout", (request, response, next) =>
        request.session.destroy((error) => (error ? next(error) : response.json({ user: null }))),
    );
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
}

/** A browser with one cookie. */
function browser(server) {
    let cookie = "";
    return async (path) => {
        const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { headers: { cookie } });
        assert.equal(response.status, 200, path);
        cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
        return (await response.json()).user;
    };
}

async function visits(server, store, sessions) {
    const visit = browser(server);
    assert.equal(await visit("/me"), null);
    assert.equal(await sessions.countDocuments(), 0, "nobody logged in: nothing is stored");
    const created = once(store, "create");
    assert.equal(await visit("/login"), "ana");
    await created;
    const [first] = await sessions.find().toArray();
    assert.ok(first.expires instanceof Date && JSON.parse(first.session).user === "ana");
    const touched = once(store, "touch");
    assert.equal(await visit("/me"), "ana");
    await touched;
    const second = await sessions.findOne();
    assert.ok(second.expires >= first.expires);
    assert.equal(second.session, first.session);
    assert.equal(await visit("/logout"), null);
    assert.equal(await sessions.countDocuments(), 0);
    assert.equal(await visit("/me"), null);
}

async function expiry(server, sessions, admin) {
    const visit = browser(server);
    await visit("/login");
    await passAt(admin, 0);
    assert.equal(await visit("/me"), "ana");
    await passAt(admin, 2 * HOUR);
    assert.equal(await sessions.countDocuments(), 0, "the session's time has come");
    assert.equal(await visit("/me"), null, "the application, whose clock stands still, sees a stranger");
}

play(async () => {
    const { MongoStore } = load("connect-mongo");
    const { MongoClient } = load("mongodb");
    const client = await MongoClient.connect(uri, { monitorCommands: true, serverSelectionTimeoutMS: 5000 });
    const [sent, replies] = [[], []];
    client.on("commandStarted", ({ commandName, command }) => commandName === "createIndexes" && sent.push(command));
    client.on("commandSucceeded", ({ commandName, reply }) => commandName === "createIndexes" && replies.push(reply));
    const [sessions, admin] = [client.db("app").collection("sessions"), client.db("admin")];

    const store = MongoStore.create({ client, dbName: "app" });
    const server = await startApplication(store);
    await visits(server, store, sessions);
    await expiry(server, sessions, admin);
    server.close();

    // C126: the command of a start, and that a restart finds all in place
    const restarted = MongoStore.create({ client, dbName: "app" });
    await restarted.collectionP;
    assert.deepEqual(
        sent.map(({ indexes }) => indexes[0]),
        Array(2).fill({ name: "expires_1", key: new Map([["expires", 1]]), background: true, expireAfterSeconds: 0 }),
    );
    assert.deepEqual(
        replies.map(({ numIndexesBefore, numIndexesAfter }) => [numIndexesBefore, numIndexesAfter]),
        [
            [1, 2],
            [2, 2],
        ],
    );
    assert.equal(replies[1].note, "all indexes already exist");
    assert.deepEqual((await indexesOf(sessions))[1], {
        key: { expires: 1 },
        name: "expires_1",
        background: true,
        expireAfterSeconds: 0,
    });
    await client.close();
});
