// SPDX-License-Identifier: GPL-3.0-or-later
// engine: --profile cosmos
// Document 003, Expire data with Azure Cosmos DB's API for MongoDB: its shell examples, typed as they stand there.
db.coll.createIndex({"_ts":1}, {expireAfterSeconds: 10})
const ttlIndex = db.coll.getIndexes().find((index) => index.name === "_ts_1");
check(ttlIndex.expireAfterSeconds === 10, "the TTL index is listed");
const reply = db.runCommand({ createIndexes: "other", indexes: [{ key: { _ts: 1 }, name: "_ts_1", expireAfterSeconds: 10 }] });
check(reply._t === "CreateIndexesResponse" && reply.createdCollectionAutomatically === true, "the command's metadata");
check(reply.numIndexesBefore === 1 && reply.numIndexesAfter === 4, "system indexes are counted");

db.coll.insert({id:1, location: "Paris", ttl: 20.0})
db.coll.insert({id:1, location: "Paris", ttl: NumberInt(20)})
db.coll.insert({id:1, location: "Paris", ttl: NumberLong(20)})
check(db.coll.find().toArray().length === 3 && db.coll.findOne()._ts === undefined, "three documents, and no _ts to see");
letPass(15 * 1000);
check(db.coll.countDocuments() === 3, "after 15 s they are there: their own 20 s count");
letPass(10 * 1000);
check(db.coll.countDocuments() === 0, "after 25 s they are not");

db.coll.insert({id:1, location: "Paris", ttl: 20.5}) //TTL value contains non-zero decimal part.
db.coll.insert({id:1, location: "Paris", ttl: NumberLong(2147483649)}) //TTL value is greater than Int32.MaxValue (2,147,483,648).
check(db.coll.countDocuments() === 2, "values without meaning are stored");
letPass(12 * 1000);
check(db.coll.countDocuments() === 0, "the collection's 10 s count for them");
