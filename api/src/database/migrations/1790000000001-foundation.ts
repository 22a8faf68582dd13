import type { MigrationInterface, QueryRunner, Table } from 'typeorm';
import { index, key, kinds, optional, references, table, unique, varchar } from './schema-helpers';

const { id, givenId, integer, flag, text, json, instant } = kinds;

/** All tables of the first release, parents before children. */
function tables(runner: QueryRunner): Table[] {
  return [
    table(
      'users',
      {
        id,
        username: varchar(60),
        name: varchar(120),
        email: varchar(254),
        email_key: key(254, runner),
        password_hash: key(72, runner),
        email_verified_at: optional(instant),
        created_at: instant,
      },
      [unique('uq_users_email_key', 'email_key')],
    ),
    table(
      'sessions',
      {
        id,
        user_id: integer,
        token_hash: key(64, runner),
        created_at: instant,
        expires_at: instant,
        user_agent: optional(varchar(300)),
      },
      [
        unique('uq_sessions_token_hash', 'token_hash'),
        index('ix_sessions_user', 'user_id'),
        index('ix_sessions_expires_at', 'expires_at'),
      ],
      [references('fk_sessions_user', 'user_id', 'users', 'CASCADE')],
    ),
    table(
      'mail_tokens',
      {
        id,
        user_id: integer,
        purpose: key(20, runner),
        token_hash: key(64, runner),
        created_at: instant,
        expires_at: instant,
        used_at: optional(instant),
      },
      [unique('uq_mail_tokens_token_hash', 'token_hash'), index('ix_mail_tokens_user', 'user_id')],
      [references('fk_mail_tokens_user', 'user_id', 'users', 'CASCADE')],
    ),
    table('books', {
      id: givenId,
      title: varchar(200),
      img_src: varchar(300),
      content: text,
      link: varchar(300),
      offer_link: varchar(500),
      price: integer,
      old_price: optional(integer),
      volumes: json,
      pre_order: flag,
      pages: integer,
      format: varchar(120),
      contents: json,
    }),
    table('lessons', {
      id: givenId,
      title: varchar(200),
      summary: text,
      topic: varchar(120),
      duration_seconds: integer,
      trailer_video_src: varchar(500),
      course_video_src: varchar(500),
      content: text,
      price: integer,
      img_src: varchar(300),
    }),
    table(
      'orders',
      {
        id,
        number: optional(key(24, runner)),
        status: key(16, runner),
        request_id: key(64, runner),
        provider_order_id: optional(key(64, runner)),
        capture_id: optional(key(64, runner)),
        user_id: optional(integer),
        session_id: optional(integer),
        currency: key(3, runner),
        subtotal: integer,
        shipping: integer,
        total: integer,
        vat: integer,
        refunded: integer,
        digital_consent_at: optional(instant),
        payer_id: optional(key(64, runner)),
        payment_source: optional(key(32, runner)),
        buyer_name: optional(varchar(300)),
        buyer_email: optional(varchar(254)),
        buyer_email_key: optional(key(254, runner)),
        shipping_name: optional(varchar(300)),
        shipping_address: optional(json),
        failure: optional(varchar(300)),
        created_at: instant,
        updated_at: instant,
        captured_at: optional(instant),
        fulfilled_at: optional(instant),
        claimed_at: optional(instant),
      },
      [
        unique('uq_orders_number', 'number'),
        unique('uq_orders_request_id', 'request_id'),
        unique('uq_orders_provider_order_id', 'provider_order_id'),
        unique('uq_orders_capture_id', 'capture_id'),
        index('ix_orders_user', 'user_id'),
        index('ix_orders_session', 'session_id'),
        index('ix_orders_buyer_email_key', 'buyer_email_key'),
        index('ix_orders_status', 'status', 'updated_at'),
      ],
      [
        references('fk_orders_user', 'user_id', 'users', 'SET NULL'),
        references('fk_orders_session', 'session_id', 'sessions', 'SET NULL'),
      ],
    ),
    table(
      'order_lines',
      {
        id,
        order_id: integer,
        product_id: integer,
        title: varchar(200),
        quantity: integer,
        unit_price: integer,
        line_total: integer,
        vat: integer,
        vat_percent: integer,
      },
      [unique('uq_order_lines_product', 'order_id', 'product_id')],
      [references('fk_order_lines_order', 'order_id', 'orders', 'CASCADE')],
    ),
    table(
      'entitlements',
      {
        id,
        user_id: integer,
        product_id: integer,
        order_id: integer,
        granted_at: instant,
        revoked_at: optional(instant),
      },
      [
        unique('uq_entitlements_order_product', 'order_id', 'product_id'),
        index('ix_entitlements_user', 'user_id', 'product_id'),
      ],
      [
        references('fk_entitlements_user', 'user_id', 'users', 'CASCADE'),
        references('fk_entitlements_order', 'order_id', 'orders', 'CASCADE'),
      ],
    ),
    table(
      'outbox_mails',
      {
        id,
        kind: key(40, runner),
        dedupe_key: optional(key(120, runner)),
        recipient: varchar(254),
        subject: varchar(200),
        body: text,
        html: text,
        created_at: instant,
        attempts: integer,
        next_attempt_at: optional(instant),
        sent_at: optional(instant),
        last_error: optional(varchar(300)),
      },
      [
        unique('uq_outbox_mails_dedupe_key', 'dedupe_key'),
        index('ix_outbox_mails_next_attempt_at', 'next_attempt_at'),
      ],
    ),
    table('contact_messages', {
      id,
      name: varchar(120),
      surname: varchar(120),
      email: varchar(254),
      department: varchar(40),
      message: text,
      created_at: instant,
    }),
    table(
      'newsletter_signups',
      {
        id,
        email: varchar(254),
        email_key: key(254, runner),
        token_hash: optional(key(64, runner)),
        requested_at: instant,
        confirmed_at: optional(instant),
      },
      [
        unique('uq_newsletter_signups_email_key', 'email_key'),
        unique('uq_newsletter_signups_token_hash', 'token_hash'),
      ],
    ),
  ];
}

export class Foundation1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const created of tables(runner)) await runner.createTable(created);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const dropped of tables(runner).reverse()) await runner.dropTable(dropped);
  }
}
