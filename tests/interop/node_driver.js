// SPDX-License-Identifier: GPL-3.0-or-later
// usage: node node_driver.js DRIVER_FOLDER URI
// Creates a TTL index, converts one, sees documents expire by moving the engine's clock.
const { MongoClient, Long } = require(process.argv[2]);
const assert = require("node:assert");

const HOUR = 3600 * 1000;

async function passAt(admin, offset) {
  const passes = async () => Number((await admin.command({ serverStatus: 1 })).metrics.ttl.passes);
  for (let round = 1; round <= 2; ++round) {
    const before = await passes();
    await admin.command({ setParameter: 1, sandglassClockOffsetMillis: Long.fromNumber(offset + round * 61000) });
    while ((await passes()) === before) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function main() {
  const client = await MongoClient.connect(process.argv[3], { serverSelectionTimeoutMS: 5000 });
  const db = client.db("node");
  const admin = client.db("admin");
  const now = Date.now();

  const sessions = db.collection("sessions");
  await sessions.insertMany([
    { _id: "old", expires: new Date(now - 1000) },
    { _id: "new", expires: new Date(now + 24 * HOUR) },
    { _id: "never" },
  ]);
  assert.equal(await sessions.createIndex({ expires: 1 }, { expireAfterSeconds: 0, background: true }), "expires_1");
  assert.equal(await sessions.createIndex({ expires: 1 }, { expireAfterSeconds: 0, background: true }), "expires_1");
  await assert.rejects(sessions.createIndex({ _id: 1 }, { expireAfterSeconds: 1 }), { code: 197 });

  const events = db.collection("eventlog");
  await events.createIndex({ lastModifiedDate: 1 });
  await events.insertOne({ lastModifiedDate: new Date(now), n: 1 });
  const changed = await db.command({
    collMod: "eventlog",
    index: { keyPattern: { lastModifiedDate: 1 }, expireAfterSeconds: 3600 },
  });
  assert.equal(Number(changed.expireAfterSeconds_new), 3600);

  await passAt(admin, 0);
  assert.deepEqual((await sessions.find().toArray()).map((d) => d._id).sort(), ["never", "new"]);
  assert.equal(await events.countDocuments(), 1);

  // touched documents survive, as the LRU pattern has it
  await sessions.updateOne({ _id: "new" }, { $set: { expires: new Date(now + 72 * HOUR) } });
  await passAt(admin, 48 * HOUR);
  assert.equal(await sessions.countDocuments({ _id: "new" }), 1);
  assert.equal(await events.countDocuments(), 0);

  // a cursor over several batches, aggregation, upsert, findAndModify
  const numbers = db.collection("numbers");
  await numbers.insertMany(Array.from({ length: 1000 }, (_, n) => ({ _id: n, odd: n % 2 === 1 })));
  assert.equal((await numbers.find({}, { batchSize: 100 }).toArray()).length, 1000);
  const groups = await numbers.aggregate([{ $group: { _id: "$odd", n: { $sum: 1 } } }, { $sort: { _id: 1 } }]).toArray();
  assert.deepEqual(groups, [{ _id: false, n: 500 }, { _id: true, n: 500 }]);
  const upserted = await numbers.updateOne({ _id: 5000 }, { $inc: { hits: 1 } }, { upsert: true });
  assert.equal(upserted.upsertedId, 5000);
  const found = await numbers.findOneAndUpdate({ _id: 5000 }, { $inc: { hits: 1 } }, { returnDocument: "after" });
  assert.equal(found.hits, 2);
  await assert.rejects(numbers.insertOne({ _id: 1 }), { code: 11000 });
  await client.close();
  console.log("ok");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
