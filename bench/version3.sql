-- Turns a mirror file of version 7 into one as version 3 had it, with the same papers: what a
-- migration is measured on.
.bail on
PRAGMA trusted_schema = ON;
BEGIN;
DROP TRIGGER papers_ai;
DROP TRIGGER papers_ad;
DROP TRIGGER papers_au;
DROP TRIGGER paper_categories_published_fill;
DROP TABLE papers_fts;
DROP VIEW papers_fts_source;
DROP TABLE migration_lease;
DROP INDEX papers_published_idx;
DROP INDEX papers_updated_idx;
DROP INDEX papers_revised_early_idx;
DROP INDEX paper_categories_cat_published_idx;
DROP INDEX paper_categories_cat_updated_idx;
DROP INDEX paper_categories_paper_id_idx;
ALTER TABLE paper_categories DROP COLUMN published;
CREATE INDEX papers_published_idx ON papers(published);
CREATE INDEX papers_updated_idx ON papers(updated);
CREATE INDEX paper_categories_cat_updated_idx ON paper_categories(category, updated);
CREATE INDEX paper_categories_paper_id_idx ON paper_categories(paper_id);
CREATE VIRTUAL TABLE papers_fts USING fts5(title, authors, abstract, comment, journal_ref,
  content='papers', content_rowid='rowid',
  tokenize="unicode61 remove_diacritics 2 tokenchars '-_'");
INSERT INTO papers_fts (papers_fts) VALUES ('rebuild');
CREATE TRIGGER papers_ai AFTER INSERT ON papers BEGIN
  INSERT INTO papers_fts(rowid, title, authors, abstract, comment, journal_ref)
  VALUES (new.rowid, new.title, new.authors, new.abstract, new.comment, new.journal_ref);
END;
CREATE TRIGGER papers_ad AFTER DELETE ON papers BEGIN
  INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract, comment, journal_ref)
  VALUES ('delete', old.rowid, old.title, old.authors, old.abstract, old.comment, old.journal_ref);
END;
CREATE TRIGGER papers_au AFTER UPDATE ON papers BEGIN
  INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract, comment, journal_ref)
  VALUES ('delete', old.rowid, old.title, old.authors, old.abstract, old.comment, old.journal_ref);
  INSERT INTO papers_fts(rowid, title, authors, abstract, comment, journal_ref)
  VALUES (new.rowid, new.title, new.authors, new.abstract, new.comment, new.journal_ref);
END;
UPDATE schema_version SET version = 3;
COMMIT;
