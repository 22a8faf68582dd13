-- What the database account of each role may do (MariaDB 10.11, MySQL 9.7). The administrator of the database runs it after
-- the role prepare has created the tables, and again after each upgrade: it may be repeated.
--
--   mariadb academy < database-roles.sql
--
-- Accounts get their rights from these roles, so that their names, hosts and passwords stay out of this file:
--
--   CREATE USER 'web'@'10.0.%' IDENTIFIED BY '…' REQUIRE SSL;
--   GRANT isa_web TO 'web'@'10.0.%';
--   SET DEFAULT ROLE isa_web FOR 'web'@'10.0.%';     -- MySQL: TO instead of FOR
--
-- A test runs the API with these accounts only, and another one finds tables that are missing here.

CREATE ROLE IF NOT EXISTS isa_prepare;
CREATE ROLE IF NOT EXISTS isa_web;
CREATE ROLE IF NOT EXISTS isa_jobs;
CREATE ROLE IF NOT EXISTS isa_office;

-- Tables are created and changed by prepare alone, which runs before a rollout and ends.
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES ON * TO isa_prepare;

-- The API: customers, orders and progress. It neither reads how staff log in nor changes the catalogue.
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO isa_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO isa_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO isa_web;
GRANT SELECT, INSERT, UPDATE ON mail_tokens TO isa_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO isa_web;
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO isa_web;
GRANT SELECT, INSERT ON contact_messages TO isa_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON newsletter_signups TO isa_web;
GRANT SELECT, INSERT ON outbox_mails TO isa_web;
GRANT SELECT, INSERT, UPDATE ON lesson_progress TO isa_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON video_tickets TO isa_web;
GRANT SELECT ON content_versions TO isa_web;
GRANT SELECT ON pictures TO isa_web;
GRANT SELECT ON invoices TO isa_web;
GRANT SELECT ON credit_notes TO isa_web;
GRANT SELECT, INSERT, UPDATE ON orders TO isa_web;
GRANT SELECT, INSERT ON order_lines TO isa_web;
GRANT SELECT, INSERT ON order_events TO isa_web;
GRANT SELECT, INSERT, UPDATE ON entitlements TO isa_web;
GRANT SELECT, INSERT, UPDATE ON refunds TO isa_web;
GRANT SELECT, INSERT, UPDATE ON payment_events TO isa_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON premium_holds TO isa_web;
GRANT SELECT, INSERT, UPDATE ON release_minutes TO isa_web;
GRANT SELECT, INSERT, UPDATE ON browser_errors TO isa_web;
-- Who has the role, for the staff view.
GRANT SELECT (user_id) ON staff TO isa_web;
GRANT SELECT ON migrations TO isa_web;

-- Mails, due orders, and the removal of expired data. It creates no account, order or session.
GRANT SELECT, UPDATE, DELETE ON users TO isa_jobs;
GRANT SELECT, DELETE ON sessions TO isa_jobs;
GRANT SELECT, DELETE ON known_devices TO isa_jobs;
GRANT SELECT, INSERT, DELETE ON mail_tokens TO isa_jobs;
GRANT SELECT, DELETE ON passkey_challenges TO isa_jobs;
GRANT SELECT, UPDATE, DELETE ON contact_messages TO isa_jobs;
GRANT SELECT, UPDATE, DELETE ON newsletter_signups TO isa_jobs;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_mails TO isa_jobs;
GRANT SELECT, DELETE ON video_tickets TO isa_jobs;
GRANT SELECT, DELETE ON office_drafts TO isa_jobs;
GRANT SELECT ON content_versions TO isa_jobs;
GRANT SELECT ON staff TO isa_jobs;
GRANT SELECT, UPDATE, DELETE ON orders TO isa_jobs;
GRANT SELECT ON order_lines TO isa_jobs;
GRANT SELECT, INSERT ON order_events TO isa_jobs;
GRANT SELECT, INSERT, UPDATE ON entitlements TO isa_jobs;
GRANT SELECT, INSERT, UPDATE ON refunds TO isa_jobs;
GRANT SELECT, UPDATE, DELETE ON payment_events TO isa_jobs;
GRANT SELECT, INSERT, UPDATE, DELETE ON premium_holds TO isa_jobs;
GRANT SELECT, DELETE ON release_minutes TO isa_jobs;
GRANT SELECT, DELETE ON browser_errors TO isa_jobs;
GRANT SELECT, DELETE ON invoices TO isa_jobs;
GRANT SELECT, DELETE ON credit_notes TO isa_jobs;
GRANT SELECT ON migrations TO isa_jobs;

-- The pages for staff: they delete no order and no customer.
GRANT SELECT, UPDATE ON users TO isa_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO isa_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON staff TO isa_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticator_apps TO isa_office;
GRANT SELECT, INSERT, UPDATE ON mail_tokens TO isa_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO isa_office;
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO isa_office;
GRANT SELECT, UPDATE ON contact_messages TO isa_office;
GRANT SELECT, INSERT ON contact_replies TO isa_office;
GRANT SELECT, UPDATE, DELETE ON newsletter_signups TO isa_office;
GRANT SELECT, INSERT ON outbox_mails TO isa_office;
GRANT SELECT, INSERT, DELETE ON office_drafts TO isa_office;
GRANT SELECT, INSERT ON invoices TO isa_office;
GRANT SELECT, INSERT ON credit_notes TO isa_office;
GRANT SELECT, INSERT, UPDATE ON invoice_numbers TO isa_office;
GRANT SELECT, INSERT ON content_versions TO isa_office;
GRANT SELECT, INSERT ON pictures TO isa_office;
-- Another recording resets the progress in its lesson.
GRANT SELECT (lesson_id), DELETE ON lesson_progress TO isa_office;
GRANT SELECT, UPDATE ON orders TO isa_office;
GRANT SELECT ON order_lines TO isa_office;
GRANT SELECT, INSERT ON order_events TO isa_office;
GRANT SELECT, INSERT, UPDATE ON entitlements TO isa_office;
GRANT SELECT, INSERT, UPDATE ON refunds TO isa_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON premium_holds TO isa_office;
GRANT SELECT ON migrations TO isa_office;
