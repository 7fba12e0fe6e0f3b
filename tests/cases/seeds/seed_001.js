// SPDX-License-Identifier: GPL-3.0-or-later
// Document 001, LRU retention: logged in users, typed as it stands there.
db.authLog.insert( { userID: 100, accessTime: new ISODate() })
db.authLog.insert( { userID: 101, accessTime: new ISODate() })
db.authLog.insert( { userID: 102, accessTime: new ISODate() })
db.authLog.ensureIndex( { accessTime: 1 }, { expireAfterSeconds: 300 } )
db.authLog.insert( { userID: 103, accessTime: new ISODate() })
check(db.authLog.getIndexes()[1].expireAfterSeconds === 300, "ensureIndex makes a TTL index");
check(db.authLog.find( { userID: 101 } ).toArray().length === 1, "user 101 is authenticated");

// the document's update names another collection than its example; it finds nothing there
const update = db.authenticationLog.update( { userID: 101 }, { $set: { accessTime: new ISODate() } } )
check(update.matchedCount === 0, "an update of another collection changes nothing");

letPass(4 * MINUTE);
db.authLog.update( { userID: 101 }, { $set: { accessTime: engineTime() } } )
letPass(MINUTE);
runMonitor();
check(db.authLog.find().toArray().map((document) => document.userID).join() === "101", "who was active stays");
check(db.authLog.find( { userID: 100 } ).toArray().length === 0, "user 100 has to log in again");
