// SPDX-License-Identifier: GPL-3.0-or-later
// Agenda: a job runs once and stays stored; a TTL index that the administrator adds clears away what is finished.
const assert = require("node:assert");
const { once } = require("node:events");
const { HOUR, indexesOf, load, loadModule, passAt, play, uri } = require("./ttl_story.js");

play(async () => {
    const { Agenda } = await loadModule("agenda");
    const { MongoBackend } = await loadModule("@agendajs/mongo-backend");
    const { MongoClient } = load("mongodb");
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
    const [db, admin] = [client.db("work"), client.db("admin")];
    const jobs = db.collection("agendaJobs");

    const agenda = new Agenda({ backend: new MongoBackend({ mongo: db }), processEvery: 20, logging: true });
    const ran = [];
    agenda.define("report", async (job) => ran.push(job.attrs.data));
    agenda.define("broken", async () => {
        throw new Error("no paper");
    });
    await agenda.start();

    const done = once(agenda, "complete:report");
    await agenda.now("report", { month: 11 });
    await done;
    const failed = once(agenda, "fail:broken");
    await agenda.now("broken", {});
    await failed;
    await agenda.schedule("in 3 days", "report", { month: 12 });
    await agenda.every("1 day", "report", { daily: true }, { skipImmediate: true });
    await agenda.every("1 day", "report", { daily: true }, { skipImmediate: true });
    await agenda.stop();

    assert.deepEqual(ran, [{ month: 11 }]);
    const stored = await jobs.findOne({ "data.month": 11 });
    assert.ok(stored.lastFinishedAt instanceof Date && stored.lastRunAt instanceof Date);
    assert.deepEqual([stored.name, stored.lockedAt ?? null, stored.nextRunAt ?? null], ["report", null, null]);
    assert.equal((await jobs.findOne({ name: "broken" })).failReason, "no paper");
    assert.equal(await jobs.countDocuments({ type: "single" }), 1, "what repeats is stored once");
    const { total } = await agenda.queryJobs({ name: "report" });
    assert.equal(total, 3);
    assert.deepEqual(await indexesOf(jobs), [
        { key: { _id: 1 }, name: "_id_" },
        { key: { name: 1, nextRunAt: 1, priority: -1, lockedAt: 1, disabled: 1 }, name: "findAndLockNextJobIndex" },
    ]);
    assert.ok((await db.collection("agenda_logs").countDocuments({ jobName: "report" })) > 0, "events are logged");

    await jobs.createIndex({ lastFinishedAt: 1 }, { expireAfterSeconds: 3600 });
    await db.collection("agenda_logs").createIndex({ timestamp: 1 }, { expireAfterSeconds: 3600 });
    await passAt(admin, 0);
    assert.equal(await jobs.countDocuments(), 4);
    await passAt(admin, 2 * HOUR);
    assert.deepEqual(
        (await jobs.find().sort({ type: 1 }).toArray()).map((job) => job.lastFinishedAt ?? null),
        [null, null],
    );
    assert.equal(await db.collection("agenda_logs").countDocuments(), 0);
    await client.close();
    // Agenda keeps a timer of ten minutes for each job that it ran
}).then(() => process.exit());
