#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: mongoengine_client.py URI
MongoEngine: documents whose meta names TTL indexes; they are made by ensure_indexes, compared, and expire documents.
"""

import datetime
import sys

import mongoengine as me
from ttl_story import HOUR, pass_at


class Session(me.Document):
    """Expires at the time that it bears."""
    user = me.StringField(required=True)
    expires = me.DateTimeField()
    tags = me.ListField(me.StringField())
    meta = {"collection": "sessions", "auto_create_index": False,
            "indexes": ["user", {"fields": ["expires"], "expireAfterSeconds": 0}]}


class Audit(me.Document):
    """Kept for one hour."""
    created = me.DateTimeField(default=datetime.datetime.utcnow)
    text = me.StringField(unique=True)
    meta = {"collection": "audit", "auto_create_index": False,
            "indexes": [{"fields": ["-created"], "expireAfterSeconds": 3600, "name": "kept"}]}


def indexes_are_as_the_classes_say():
    for _ in range(2):  # the second time nothing changes
        Session.ensure_indexes()
        Audit.ensure_indexes()
        sessions, audit = (model._get_collection().index_information() for model in (Session, Audit))
        assert sorted(sessions) == ["_id_", "expires_1", "user_1"], sessions
        assert sessions["expires_1"]["expireAfterSeconds"] == 0
        assert "expireAfterSeconds" not in sessions["user_1"]
        assert audit["kept"]["expireAfterSeconds"] == 3600 and audit["kept"]["key"] == [("created", -1)], audit
        assert audit["text_1"]["unique"]
    difference = Audit.compare_indexes()
    assert difference["missing"] == [], difference


def documents_expire(client):
    now = datetime.datetime.utcnow()
    Session.objects.insert([Session(user=f"u{n}", expires=now + n * HOUR) for n in range(-1, 4)])
    Session(user="stays").save()
    Audit(text="made").save()
    try:
        Audit(text="made").save()
        raise AssertionError("a unique index was not obeyed")
    except me.NotUniqueError:
        pass

    pass_at(client, datetime.timedelta())
    assert sorted(Session.objects.scalar("user")) == ["stays", "u1", "u2", "u3"], Session.objects.scalar("user")
    # a session that is used lives on
    assert Session.objects(user="u1").update_one(set__expires=now + 9 * HOUR, push__tags="used", upsert=False) == 1
    pass_at(client, 2.5 * HOUR)
    assert sorted(Session.objects.scalar("user")) == ["stays", "u1", "u3"]
    assert Audit.objects.count() == 0
    assert Session.objects.get(user="u1").tags == ["used"]


def queries():
    Session.objects.delete()
    Session.objects.insert([Session(user=f"user{n:03}", tags=["even" if n % 2 == 0 else "odd"]) for n in range(250)])
    assert len(list(Session.objects.batch_size(50))) == 250
    assert Session.objects(tags="even", user__gte="user100").count() == 75
    assert Session.objects(user__icontains="R24").order_by("-user").first().user == "user249"
    counts = {row["_id"]: row["n"] for row in Session.objects.aggregate(
        [{"$unwind": "$tags"}, {"$group": {"_id": "$tags", "n": {"$sum": 1}}}])}
    assert counts == {"even": 125, "odd": 125}, counts
    changed = Session.objects(user="user000").modify(add_to_set__tags="first", new=True)
    assert changed.tags == ["even", "first"]
    assert Session.objects(tags="odd").update(pull__tags="odd") == 125
    assert sorted(Session.objects.distinct("tags")) == ["even", "first"]
    Session.drop_collection()


def main():
    client = me.connect("engine", host=sys.argv[1], serverSelectionTimeoutMS=5000)
    indexes_are_as_the_classes_say()
    documents_expire(client)
    queries()
    me.disconnect()
    print("ok")


if __name__ == "__main__":
    main()
