// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004, TTL Indexes: its examples, typed as they stand there.
db.eventlog.createIndex( { "lastModifiedDate": 1 }, {
expireAfterSeconds: 3600 } )
check(db.eventlog.getIndexes()[1].expireAfterSeconds === 3600, "createIndex");

db.createCollection(
    "weather24h",
    {
       timeseries: {
          timeField: "timestamp",
          metaField: "sensor",
          granularity: "hours"
       },
       expireAfterSeconds: 86400})
const listed = db.getCollectionInfos({ name: "weather24h" })[0];
check(listed.type === "timeseries" && Number(listed.options.expireAfterSeconds) === 86400, "createCollection of a time series");

// as written the seconds are a third argument, which is no option of an index: no TTL index may come of it
codeOf(() => db.eventlog.createIndex(
  { "timestamp": 1 },
  { partialFilterExpression: { "sensor": { $eq: "40.761873, -73.984287" } } },
  { expireAfterSeconds: 3600 } ))
check(db.eventlog.getIndexes().every((index) => index.name !== "timestamp_1" || index.expireAfterSeconds === undefined), "as written no TTL index comes of it");
// as it is meant: one document of options, on the collection that the text speaks of
db.weather24h.createIndex(
  { "timestamp": 1 },
  { partialFilterExpression: { "sensor": { $eq: "40.761873, -73.984287" } }, expireAfterSeconds: 3600 } )
check(db.weather24h.getIndexes().some((index) => index.expireAfterSeconds === 3600), "a partial TTL index");

// buckets of "hours" start at midnight and span 30 days; what follows must not depend on the time of day
const sinceMidnight = engineTime() % DAY;
const now = new Date(engineTime() - sinceMidnight);
db.weather24h.insertMany([
  { timestamp: now, sensor: "40.761873, -73.984287", temperature: 5 },
  { timestamp: now, sensor: "52.520008, 13.404954", temperature: 6 },
]);
letPass(30 * DAY + 2 * HOUR - sinceMidnight);
runMonitor();
check(db.weather24h.find().toArray().map((document) => document.temperature).join() === "6", "the filtered sensor goes after an hour");
letPass(DAY);
runMonitor();
check(db.weather24h.countDocuments() === 0, "the others after a day");

db.tickets.createIndex({ lastModifiedDate: 1 });
const converted = db.runCommand({
  "collMod": "tickets",
  "index": {
    "keyPattern": { "lastModifiedDate": 1 },
    "expireAfterSeconds": 100
  }
})
check(converted.expireAfterSeconds_old === undefined && Number(converted.expireAfterSeconds_new) === 100, "convert an ordinary index");
const changed = db.runCommand({
  "collMod": "tickets",
  "index": {
    "keyPattern": { "lastModifiedDate": 1 },
    "expireAfterSeconds": 100
  }
})
check(Number(changed.expireAfterSeconds_old) === 100, "change the value of a TTL index");

db.tickets.insertMany([{ lastModifiedDate: new Date(0) }, { lastModifiedDate: new Date(1) }, {}]);
const plan = db.runCommand({
  explain: { delete: "tickets", deletes: [{ q: { lastModifiedDate: { $lte: new Date() } }, limit: 0 }] },
  verbosity: "executionStats",
});
check(JSON.stringify(plan).includes("BATCHED_DELETE"), "explain shows a batched delete");
