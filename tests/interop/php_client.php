<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// usage: php php_client.php URI
// PHP's driver, without a library on top: commands, queries and bulk writes as it sends them.
use MongoDB\Driver\{BulkWrite, Command, Manager, Query};
use MongoDB\Driver\Exception\{BulkWriteException, CommandException};

const HOUR = 3600 * 1000;
const MOST_ASKED = 200000;

$manager = new Manager($argv[1], ['serverSelectionTimeoutMS' => 5000]);

function check(bool $condition, string $text = ''): void
{
    if (!$condition) {
        throw new Exception("failed: $text");
    }
}

function run(string $database, array $command): object
{
    global $manager;
    return $manager->executeCommand($database, new Command($command))->toArray()[0];
}

function rows(string $collection, array $filter = [], array $options = []): array
{
    global $manager;
    return $manager->executeQuery("php.$collection", new Query($filter, $options))->toArray();
}

function write(string $collection, callable $fill): MongoDB\Driver\WriteResult
{
    global $manager;
    $bulk = new BulkWrite();
    $fill($bulk);
    return $manager->executeBulkWrite("php.$collection", $bulk);
}

function at(int $millis): MongoDB\BSON\UTCDateTime
{
    return new MongoDB\BSON\UTCDateTime($millis);
}

/** Moves the engine's clock at least $offset ms past the real time and waits for a whole TTL pass that began there. */
function passAt(int $offset): void
{
    static $moved = 0;
    $moved = max($moved, $offset);
    $passes = fn () => (int) run('admin', ['serverStatus' => 1])->metrics->ttl->passes;
    // the first pass may have begun before the clock moved
    for ($round = 1; $round <= 2; ++$round) {
        $before = $passes();
        for ($asked = 0; $passes() === $before; ++$asked) {
            check($asked < MOST_ASKED, 'a TTL pass');
            // when the monitor went to sleep only after a step, the next step wakes it
            if ($asked % 100 === 0) {
                run('admin', ['setParameter' => 1, 'sandglassClockOffsetMillis' => $moved += 1100]);
            }
        }
    }
}

function refusedWith(int $code, callable $action): void
{
    try {
        $action();
    } catch (CommandException $error) {
        check($error->getCode() === $code, $error->getMessage());
        return;
    }
    throw new Exception("accepted, though $code was expected");
}

$now = (int) (microtime(true) * 1000);
$ttl = fn (array $key, mixed $seconds) => run('php', ['createIndexes' => 'events', 'indexes' => [
    ['key' => $key, 'name' => implode('_', array_keys($key)) . '_ttl', 'expireAfterSeconds' => $seconds]]]);
$reply = $ttl(['createdAt' => 1], 3600);
check($reply->createdCollectionAutomatically && $reply->numIndexesAfter === 2);
check($ttl(['createdAt' => 1], 3600)->note === 'all indexes already exist');
refusedWith(85, fn () => $ttl(['createdAt' => 1], 60));
refusedWith(67, fn () => $ttl(['a' => 1, 'b' => 1], 60));
refusedWith(67, fn () => $ttl(['c' => 1], '3600'));

write('events', function (BulkWrite $bulk) use ($now) {
    $bulk->insert(['_id' => 1, 'createdAt' => at($now - 2 * HOUR)]);
    $bulk->insert(['_id' => 2, 'createdAt' => at($now)]);
    $bulk->insert(['_id' => 3, 'createdAt' => 'yesterday']);
});
passAt(0);
check(array_column(rows('events', [], ['sort' => ['_id' => 1]]), '_id') === [2, 3]);
$changed = run('php', ['collMod' => 'events', 'index' => ['name' => 'createdAt_ttl', 'expireAfterSeconds' => 86400]]);
check((int) $changed->expireAfterSeconds_old === 3600 && (int) $changed->expireAfterSeconds_new === 86400);
passAt(3 * HOUR);
check(count(rows('events')) === 2);
run('php', ['collMod' => 'events', 'index' => ['keyPattern' => ['createdAt' => 1], 'expireAfterSeconds' => 60]]);
passAt(3 * HOUR);
check(array_column(rows('events'), '_id') === [3]);
$indexes = $manager->executeCommand('php', new Command(['listIndexes' => 'events']))->toArray();
check($indexes[1]->expireAfterSeconds === 60);

// a cursor over several batches, aggregation, updates and upserts, a duplicate
write('numbers', function (BulkWrite $bulk) {
    foreach (range(0, 499) as $n) {
        $bulk->insert(['_id' => $n, 'odd' => $n % 2 === 1]);
    }
});
check(count(rows('numbers', [], ['batchSize' => 50])) === 500);
$groups = $manager->executeCommand('php', new Command(['aggregate' => 'numbers', 'cursor' => ['batchSize' => 1],
    'pipeline' => [['$group' => ['_id' => '$odd', 'n' => ['$sum' => 1]]], ['$sort' => ['_id' => 1]]]]))->toArray();
check(array_column($groups, 'n') === [250, 250]);
$result = write('numbers', function (BulkWrite $bulk) {
    $bulk->update(['_id' => 0], ['$currentDate' => ['seen' => true]]);
    $bulk->update(['_id' => 900], ['$inc' => ['hits' => 1]], ['upsert' => true]);
    $bulk->delete(['odd' => true], ['limit' => false]);
});
check([$result->getModifiedCount(), $result->getUpsertedCount(), $result->getDeletedCount()] === [1, 1, 250]);
check(rows('numbers', ['_id' => 0])[0]->seen instanceof MongoDB\BSON\UTCDateTime);
try {
    write('numbers', fn (BulkWrite $bulk) => $bulk->insert(['_id' => 0]));
    throw new Exception('a duplicate was accepted');
} catch (BulkWriteException $error) {
    check($error->getWriteResult()->getWriteErrors()[0]->getCode() === 11000);
}
run('php', ['dropDatabase' => 1]);
echo "ok\n";
