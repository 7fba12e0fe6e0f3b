// SPDX-License-Identifier: GPL-3.0-or-later
// usage: go run login.go STEP…, with STEP find=URI or insert=URI
// Logs in with each URI and does that with shop.orders. Prints a line for each: "ok", or the code of the server's error.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

// try does what a step says, through a client of its own.
func try(work, uri string) error {
	everything := context.Background()
	client, err := mongo.Connect(everything, options.Client().ApplyURI(uri))
	if err != nil {
		return err
	}
	defer client.Disconnect(everything)
	orders := client.Database("shop").Collection("orders")
	if work == "insert" {
		_, err = orders.InsertOne(everything, bson.D{{Key: "from", Value: "go"}})
		return err
	}
	var found struct {
		ID int `bson:"_id"`
	}
	if err = orders.FindOne(everything, bson.D{}).Decode(&found); err == nil && found.ID != 1 {
		err = fmt.Errorf("found %d", found.ID)
	}
	return err
}

// outcome is "ok", or the code of the server's error; any other error as it is.
func outcome(err error) string {
	var refused mongo.CommandError
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &refused):
		return fmt.Sprint(refused.Code)
	case strings.Contains(err.Error(), "(AuthenticationFailed)"):
		return "18" // the driver gives the server's text for a failed login, and no number
	}
	return strings.ReplaceAll(err.Error(), " ", "_")
}

func main() {
	for _, step := range os.Args[1:] {
		work, uri, _ := strings.Cut(step, "=")
		fmt.Println(outcome(try(work, uri)))
	}
}
