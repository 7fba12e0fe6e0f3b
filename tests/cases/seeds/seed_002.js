// SPDX-License-Identifier: GPL-3.0-or-later
// Document 002, Expire Data from Collections by Setting TTL: its procedures and considerations, typed as they stand there.
db.log.events.ensureIndex( { "createdAt": 1 }, { expireAfterSeconds: 3600 } )
db.log.events.insert( {
   "createdAt": new Date(),
   "logEvent": 2,
   "logMessage": "Success!"
} )
db.app.events.ensureIndex( { "expireAt": 1 }, { expireAfterSeconds: 0 } )
runMonitor();
db.app.events.insert( {
   "expireAt": new Date('July 22, 2013 14:00:00'),
   "logEvent": 2,
   "logMessage": "Success!"
} )
check(db.log.events.getIndexes()[1].expireAfterSeconds === 3600, "ensureIndex with 3600");
check(db.app.events.getIndexes()[1].expireAfterSeconds === 0, "ensureIndex with 0");
check(db.app.events.countDocuments() === 1, "the document waits for the monitor");
runMonitor();
check(db.app.events.countDocuments() === 0, "its date is in the past");
check(db.log.events.countDocuments() === 1, "the other is younger than an hour");
letPass(HOUR);
runMonitor();
check(db.log.events.countDocuments() === 0, "an hour later it has gone");

// considerations
check(codeOf(() => db.log.events.ensureIndex({ _id: 1 }, { expireAfterSeconds: 1 })) === 197, "_id takes no TTL");
check(codeOf(() => db.log.events.ensureIndex({ a: 1, b: 1 }, { expireAfterSeconds: 1 })) === 67, "no compound index");
check(codeOf(() => db.log.events.ensureIndex({ createdAt: 1 }, { expireAfterSeconds: 1 })) === 85, "ensureIndex changes nothing");
const changed = db.runCommand({ collMod: "log.events", index: { keyPattern: { createdAt: 1 }, expireAfterSeconds: 60 } });
check(Number(changed.expireAfterSeconds_old) === 3600 && Number(changed.expireAfterSeconds_new) === 60, "collMod does");
db.log.events.insertMany([{ createdAt: [new Date(0), new Date(Date.now() + DAY)] }, { createdAt: "a string" }, {}]);
runMonitor();
check(db.log.events.countDocuments() === 2, "the lowest date of an array counts; what is no date stays");

// the profiler collects the deletions
db.setProfilingLevel(2);
db.app.events.insert({ expireAt: new Date(0) });
runMonitor();
db.setProfilingLevel(0);
check(db.system.profile.countDocuments({ op: "remove", ns: "test.app.events" }) >= 1, "deletions are profiled");
