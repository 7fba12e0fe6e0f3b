// SPDX-License-Identifier: GPL-3.0-or-later
// Document 000, Expire Least Recently Used Data from a Collection: its pattern, typed as it stands there.
db.tokenLog.insert( { token: 100, accessTime: new ISODate() })
db.tokenLog.insert( { token: 101, accessTime: new ISODate() })
db.tokenLog.insert( { token: 102, accessTime: new ISODate() })
check(db.tokenLog.countDocuments() === 3, "three tokens");
check(db.tokenLog.findOne().accessTime instanceof Date, "the access time is a date");

db.tokenLog.ensureIndex( { accessTime: 1 }, { expireAfterSeconds: 30*60 } )
check(db.tokenLog.getIndexes()[1].expireAfterSeconds === 1800, "ensureIndex makes a TTL index");

runMonitor();
check(db.tokenLog.countDocuments() === 3, "nothing is 30 minutes old");

letPass(29 * MINUTE);
// the shell's clock does not move with the engine's, so the time of the access is the engine's
db.tokenLog.update( { "token": 101 }, { $set: { accessTime: engineTime() } } )
letPass(2 * MINUTE);
runMonitor();
check(db.tokenLog.find().toArray().map((document) => document.token).join() === "101", "only what was accessed is left");
