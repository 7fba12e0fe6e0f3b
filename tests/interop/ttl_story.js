// SPDX-License-Identifier: GPL-3.0-or-later
// What the scripts of Node clients share: the packages, the moving of the engine's clock, the end of a script.
// usage of such a script: node SCRIPT DRIVERS URI [MORE]
const path = require("node:path");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");

const [drivers, uri, ...more] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(drivers), "package.json"));
const HOUR = 3600 * 1000;
// one period of the engine's monitor and a little more
const STEP = 1100;
const MOST_ASKED = 200_000;
// the clock never goes back
let clockOffset = 0;

/** A package that is written as a modern module. */
const loadModule = (name) => import(pathToFileURL(load.resolve(name)));

/** Asks again and again until `condition` holds; each question is a message to the engine, so nothing sleeps. */
async function until(condition, text) {
    for (let asked = 0; asked < MOST_ASKED; ++asked) if (await condition()) return;
    throw new Error("never happened: " + text);
}

const passes = async (admin) => Number((await admin.command({ serverStatus: 1 })).metrics.ttl.passes);

/** Moves the engine's clock at least `offset` ms past the real time; returns after a whole TTL pass from there on. */
async function passAt(admin, offset) {
    clockOffset = Math.max(clockOffset, offset);
    // the first pass may have begun before the clock moved
    for (let round = 1; round <= 2; ++round) {
        const before = await passes(admin);
        let asked = 0;
        await until(async () => {
            // one period later a pass is due; if the monitor went to sleep after that step, the next one wakes it
            if (asked++ % 100 === 0)
                await admin.command({ setParameter: 1, sandglassClockOffsetMillis: (clockOffset += STEP) });
            return (await passes(admin)) > before;
        }, "a TTL pass");
    }
}

/** The indexes of a collection without what differs between servers and drivers. */
async function indexesOf(collection) {
    const list = await collection.listIndexes().toArray();
    return list.map(({ v, ns, ...rest }) => rest);
}

/** Runs a script to its end: an error is printed and makes the test fail. The process ends when all is closed. */
function play(story) {
    return story().then(
        () => console.log("ok"),
        (error) => {
            console.error(error);
            process.exit(1);
        },
    );
}

module.exports = { HOUR, indexesOf, load, loadModule, more, passAt, play, until, uri };
