# SPDX-License-Identifier: GPL-3.0-or-later
# usage: python3 login.py STEP…, with STEP find=URI or insert=URI
# Logs in with each URI and does that with shop.orders. Prints a line for each: "ok", or the code of the server's error.
import sys

import pymongo
from pymongo.errors import OperationFailure

for step in sys.argv[1:]:
    work, uri = step.split("=", 1)
    orders = pymongo.MongoClient(uri).shop.orders
    try:
        if work == "find":
            assert orders.find_one()["_id"] == 1
        else:
            orders.insert_one({"from": "python"})
        print("ok")
    except OperationFailure as error:
        print(error.code)
