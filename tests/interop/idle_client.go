// SPDX-License-Identifier: GPL-3.0-or-later
// usage: go run idle_client.go URI: one client of idle_clients.py, MongoDB's driver for Go.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sync"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/event"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

// losses keeps the heartbeats that failed: the driver takes the server for unknown and closes its connections.
type losses struct {
	sync.Mutex
	texts []string
}

func (all *losses) add(failed *event.ServerHeartbeatFailedEvent) {
	all.Lock()
	defer all.Unlock()
	all.texts = append(all.texts, failed.Failure.Error())
}

func (all *losses) list() []string {
	all.Lock()
	defer all.Unlock()
	return append([]string(nil), all.texts...)
}

// fail ends the program with what went wrong.
func fail(err error) {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

// foundAgain tries until the server is back; the driver waits for it inside.
func foundAgain(notes *mongo.Collection, own bson.D) error {
	var err error
	for attempt := 1; attempt <= 20; attempt++ {
		if err = notes.FindOne(context.Background(), own).Err(); err == nil {
			break
		}
	}
	return err
}

func main() {
	lost := &losses{}
	watch := &event.ServerMonitor{ServerHeartbeatFailed: lost.add}
	client, err := mongo.Connect(context.Background(), options.Client().ApplyURI(os.Args[1]).SetServerMonitor(watch))
	fail(err)
	notes := client.Database("interop").Collection("idle")
	own := bson.D{{Key: "client", Value: "go"}}
	_, err = notes.InsertOne(context.Background(), own)
	fail(err)
	lines := bufio.NewReader(os.Stdin)
	fmt.Println("ready")
	_, err = lines.ReadString('\n')
	fail(err)
	fail(notes.FindOne(context.Background(), own).Err())
	if texts := lost.list(); len(texts) > 0 {
		fmt.Println("lost:", texts)
	} else {
		fmt.Println("calm")
	}
	_, err = lines.ReadString('\n')
	fail(err)
	fail(foundAgain(notes, own))
	fmt.Println("back")
	fail(client.Disconnect(context.Background()))
}
