// SPDX-License-Identifier: GPL-3.0-or-later
// Keyv: a cache in a collection whose entries bear the time of their end.
const assert = require("node:assert");
const { HOUR, indexesOf, load, loadModule, passAt, play, uri } = require("./ttl_story.js");

play(async () => {
    const { Keyv } = await loadModule("keyv");
    const { KeyvMongo } = await loadModule("@keyv/mongo");
    const { MongoClient } = load("mongodb");
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
    const admin = client.db("admin");
    const entries = client.db("cache").collection("entries");

    const cache = new Keyv({ store: new KeyvMongo(uri, { db: "cache", collection: "entries" }), namespace: "pages" });
    cache.on("error", (error) => {
        throw error;
    });
    await cache.set("home", "<p>", HOUR);
    await cache.set("forever", [1, 2]);
    await cache.setMany([
        { key: "a", value: 1, ttl: 3 * HOUR },
        { key: "b", value: 2, ttl: 3 * HOUR },
    ]);
    assert.deepEqual(await cache.get(["home", "forever", "nobody"]), ["<p>", [1, 2], undefined]);
    assert.equal(await cache.has("home"), true);
    assert.equal(await cache.delete("a"), true);
    assert.equal(await cache.delete("a"), false);
    assert.deepEqual(await indexesOf(entries), [
        { key: { _id: 1 }, name: "_id_" },
        { key: { key: 1 }, name: "key_1", background: true, unique: true },
        { key: { expiresAt: 1 }, name: "expiresAt_1", background: true, expireAfterSeconds: 0 },
    ]);

    await passAt(admin, 0);
    assert.equal(await entries.countDocuments(), 3);
    await passAt(admin, 2 * HOUR);
    assert.equal(await cache.get("home"), undefined);
    assert.equal(await cache.get("b"), 2);
    // an entry that is written again lives longer
    await cache.set("b", 3, 9 * HOUR);
    await passAt(admin, 5 * HOUR);
    assert.deepEqual(
        (await entries.find().sort({ key: 1 }).toArray()).map(({ key }) => key),
        ["pages:b", "pages:forever"],
    );
    const keys = [];
    for await (const [key] of cache.iterator("pages")) keys.push(key);
    assert.deepEqual(keys.sort(), ["b", "forever"]);
    await cache.clear();
    assert.equal(await entries.countDocuments(), 0);
    await cache.disconnect();

    // a second start finds the indexes in place
    const again = new KeyvMongo(uri, { db: "cache", collection: "entries" });
    await again.connect;
    assert.equal((await indexesOf(entries)).length, 3);
    await again.disconnect();
    await client.close();
});
