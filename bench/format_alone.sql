-- Takes the search aids out of a mirror file, which leaves the objects of the format: what plain
-- SQLite is to fill as well, and what a version 3 had some of.
.bail on
BEGIN;
DROP TRIGGER paper_filters_ai;
DROP TRIGGER paper_filters_ad;
DROP TRIGGER paper_filters_au;
DROP TRIGGER category_counts_ai;
DROP TRIGGER category_counts_ad;
DROP TRIGGER category_counts_au;
DROP TRIGGER category_primaries_ai;
DROP TRIGGER category_primaries_ad;
DROP TRIGGER category_primaries_au;
DROP VIEW paper_filters_source;
DROP VIEW category_counts_source;
DROP TABLE paper_filters;
DROP TABLE category_counts;
DROP TABLE search_aids;
COMMIT;
