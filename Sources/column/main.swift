print("column")
