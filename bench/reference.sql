-- What a harvest is compared with: the sqlite3 shell with default settings fills the same tables,
-- with the same indexes and the full-text index kept by the same row triggers, from the same rows,
-- in one transaction a table. bench/harvest.sh writes the three files from the mirror that harvestd
-- has just made; an empty field stands for NULL.
.bail on
.read schema.sql
.mode csv
.import papers.csv papers
.import paper_categories.csv paper_categories
