PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_version (version bigint not null);
INSERT INTO schema_version VALUES(2);
CREATE TABLE users (
      id integer primary key autoincrement,
      document_id text not null,
      username text not null unique,
      email text not null unique,
      password_hash text not null,
      created_at bigint not null,
      updated_at bigint not null,
      blocked bigint not null default 0,
      token_version bigint not null default 0,
      clock bigint not null default 0);
INSERT INTO users VALUES(1,'de4pn2r2g1x6bewr761cvo9e','demo','demo@example.com','$argon2id$v=19$m=19456,t=2,p=1$G86gtd0bW/QtjvEJlcSJeQ$vuXCI2IuBX1VKb49YEVdG2w287F/5PhSX3w7jeUx7pM',1795377308145,1795377308145,0,0,1795377314248);
CREATE TABLE lists (
    user_id bigint not null references users (id) on delete cascade,
    uuid text not null,
    document_id text not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint, name text not null, icon text not null, primary key (user_id, uuid));
INSERT INTO lists VALUES(1,'01a204d3-a1f7-701b-87e7-64307af6f94f','ix5vglvi2vgvh4sq7vcn4qct',1795377308155,1795377308155,NULL,'Zakupy na weekend','tomato');
INSERT INTO lists VALUES(1,'01a204d3-a25f-708c-8b2b-e0ef9e17ca6c','symtx2tjyca502xi8i8vkyv3',1795377308255,1795377308255,NULL,'Apteka','pill');
INSERT INTO lists VALUES(1,'01a204d3-a277-7572-b26e-0dd5177d1014','yzdn8nvbws9f7lje4iiu54my',1795377308279,1795377308279,NULL,'Pizza w piątek','pizza');
INSERT INTO lists VALUES(1,'sample-list','llqfc4f5umfp97gdwsu97hmj',1795377313676,1795377313676,NULL,replace('Święta „wielkie”\nlista','\n',char(10)),'pizza');
INSERT INTO lists VALUES(1,'gone-list','qffqfg35w90mt863mkd03ld0',1795377314194,1795377314248,1795377314248,'','tomato');
CREATE TABLE items (
    user_id bigint not null references users (id) on delete cascade,
    uuid text not null,
    document_id text not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint, list text not null, description text not null, quantity text not null,
      done bigint not null, primary key (user_id, uuid));
INSERT INTO items VALUES(1,'01a204d3-a212-7775-825f-4e97196bfcf8','iqe59vz0dgsf1idlauy2g1b6',1795377308179,1795377308179,NULL,'01a204d3-a1f7-701b-87e7-64307af6f94f','Chleb żytni','1 szt.',1);
INSERT INTO items VALUES(1,'01a204d3-a21b-77aa-85d2-cdbecae28d04','c0weseg6goxn1ufq0n287ico',1795377308187,1795377308187,NULL,'01a204d3-a1f7-701b-87e7-64307af6f94f','Mleko','2 l',0);
INSERT INTO items VALUES(1,'01a204d3-a22f-7667-9f16-befc34443d3f','av68zngfnxt556p9gs0xr6bg',1795377308207,1795377308207,NULL,'01a204d3-a1f7-701b-87e7-64307af6f94f','Jajka','10 szt.',0);
INSERT INTO items VALUES(1,'01a204d3-a23b-72de-ae6f-80295af4a0c0','ge2eb67vijkp8x08cnbvk07r',1795377308219,1795377308219,NULL,'01a204d3-a1f7-701b-87e7-64307af6f94f','Pomidory malinowe','1 kg',0);
INSERT INTO items VALUES(1,'01a204d3-a242-7019-a47c-9a97e940d316','s8zqxyg7b62jveobayw3ix68',1795377308227,1795377308227,NULL,'01a204d3-a1f7-701b-87e7-64307af6f94f','Kawa','250 g',0);
INSERT INTO items VALUES(1,'01a204d3-a26b-7097-a017-104d4253b218','coua4cdlf9tnprap348yaaem',1795377308267,1795377308267,NULL,'01a204d3-a25f-708c-8b2b-e0ef9e17ca6c','Witamina D','1 op.',0);
INSERT INTO items VALUES(1,'01a204d3-a26f-7205-9cb5-b9d347daf1cf','seekorks1va3nq5c84eg35n9',1795377308271,1795377308271,NULL,'01a204d3-a25f-708c-8b2b-e0ef9e17ca6c','Plastry','2 op.',0);
INSERT INTO items VALUES(1,'01a204d3-a273-707f-9eb3-910224b44201','kq0xn9f89qk9j9gh7nnuxnlc',1795377308275,1795377308275,NULL,'01a204d3-a25f-708c-8b2b-e0ef9e17ca6c','Krem z filtrem','50 ml',1);
INSERT INTO items VALUES(1,'01a204d3-a278-72c0-a26a-bc5d2257886c','fz87z58tg8xegnrau5e31eqn',1795377308281,1795377308281,NULL,'01a204d3-a277-7572-b26e-0dd5177d1014','Mąka typ 00','500 g',0);
INSERT INTO items VALUES(1,'01a204d3-a27a-7658-853a-9a9473344dda','ki7paww4295o8qjv4xqqrh0f',1795377308283,1795377308283,NULL,'01a204d3-a277-7572-b26e-0dd5177d1014','Mozzarella','2 szt.',0);
INSERT INTO items VALUES(1,'01a204d3-a27d-758c-a746-e0ba4811eb8b','eych64cn9fe2umxpbnaxm3da',1795377308285,1795377308285,NULL,'01a204d3-a277-7572-b26e-0dd5177d1014','Sos pomidorowy','400 ml',0);
INSERT INTO items VALUES(1,'01a204d3-a27e-7268-a998-813e05289109','abwpcjzaq4l88slz71qp4vhz',1795377308287,1795377308287,NULL,'01a204d3-a277-7572-b26e-0dd5177d1014','Bazylia','1 doniczka',0);
INSERT INTO items VALUES(1,'sample-item','v67ot4iaupa2y9gqhvsw1h0h',1795377313868,1795377314027,NULL,'sample-list','Mąka ''tortowa'' 💥','2 kg',1);
CREATE TABLE events (
      user_id bigint not null references users (id) on delete cascade,
      id bigint not null,
      name text not null,
      session text,
      data text not null,
      primary key (user_id, id)) without rowid;
INSERT INTO events VALUES(1,1795377308155,'list::create',NULL,'{"id":1795377308155,"documentId":"ix5vglvi2vgvh4sq7vcn4qct","uuid":"01a204d3-a1f7-701b-87e7-64307af6f94f","name":"Zakupy na weekend","icon":"tomato","createdAt":"2026-11-22T19:55:08.155Z","updatedAt":"2026-11-22T19:55:08.155Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308179,'list-item::create',NULL,'{"id":1795377308179,"documentId":"iqe59vz0dgsf1idlauy2g1b6","uuid":"01a204d3-a212-7775-825f-4e97196bfcf8","list":"01a204d3-a1f7-701b-87e7-64307af6f94f","description":"Chleb żytni","quantity":"1 szt.","done":true,"createdAt":"2026-11-22T19:55:08.179Z","updatedAt":"2026-11-22T19:55:08.179Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308187,'list-item::create',NULL,'{"id":1795377308187,"documentId":"c0weseg6goxn1ufq0n287ico","uuid":"01a204d3-a21b-77aa-85d2-cdbecae28d04","list":"01a204d3-a1f7-701b-87e7-64307af6f94f","description":"Mleko","quantity":"2 l","done":false,"createdAt":"2026-11-22T19:55:08.187Z","updatedAt":"2026-11-22T19:55:08.187Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308207,'list-item::create',NULL,'{"id":1795377308207,"documentId":"av68zngfnxt556p9gs0xr6bg","uuid":"01a204d3-a22f-7667-9f16-befc34443d3f","list":"01a204d3-a1f7-701b-87e7-64307af6f94f","description":"Jajka","quantity":"10 szt.","done":false,"createdAt":"2026-11-22T19:55:08.207Z","updatedAt":"2026-11-22T19:55:08.207Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308219,'list-item::create',NULL,'{"id":1795377308219,"documentId":"ge2eb67vijkp8x08cnbvk07r","uuid":"01a204d3-a23b-72de-ae6f-80295af4a0c0","list":"01a204d3-a1f7-701b-87e7-64307af6f94f","description":"Pomidory malinowe","quantity":"1 kg","done":false,"createdAt":"2026-11-22T19:55:08.219Z","updatedAt":"2026-11-22T19:55:08.219Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308227,'list-item::create',NULL,'{"id":1795377308227,"documentId":"s8zqxyg7b62jveobayw3ix68","uuid":"01a204d3-a242-7019-a47c-9a97e940d316","list":"01a204d3-a1f7-701b-87e7-64307af6f94f","description":"Kawa","quantity":"250 g","done":false,"createdAt":"2026-11-22T19:55:08.227Z","updatedAt":"2026-11-22T19:55:08.227Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308255,'list::create',NULL,'{"id":1795377308255,"documentId":"symtx2tjyca502xi8i8vkyv3","uuid":"01a204d3-a25f-708c-8b2b-e0ef9e17ca6c","name":"Apteka","icon":"pill","createdAt":"2026-11-22T19:55:08.255Z","updatedAt":"2026-11-22T19:55:08.255Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308267,'list-item::create',NULL,'{"id":1795377308267,"documentId":"coua4cdlf9tnprap348yaaem","uuid":"01a204d3-a26b-7097-a017-104d4253b218","list":"01a204d3-a25f-708c-8b2b-e0ef9e17ca6c","description":"Witamina D","quantity":"1 op.","done":false,"createdAt":"2026-11-22T19:55:08.267Z","updatedAt":"2026-11-22T19:55:08.267Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308271,'list-item::create',NULL,'{"id":1795377308271,"documentId":"seekorks1va3nq5c84eg35n9","uuid":"01a204d3-a26f-7205-9cb5-b9d347daf1cf","list":"01a204d3-a25f-708c-8b2b-e0ef9e17ca6c","description":"Plastry","quantity":"2 op.","done":false,"createdAt":"2026-11-22T19:55:08.271Z","updatedAt":"2026-11-22T19:55:08.271Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308275,'list-item::create',NULL,'{"id":1795377308275,"documentId":"kq0xn9f89qk9j9gh7nnuxnlc","uuid":"01a204d3-a273-707f-9eb3-910224b44201","list":"01a204d3-a25f-708c-8b2b-e0ef9e17ca6c","description":"Krem z filtrem","quantity":"50 ml","done":true,"createdAt":"2026-11-22T19:55:08.275Z","updatedAt":"2026-11-22T19:55:08.275Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308279,'list::create',NULL,'{"id":1795377308279,"documentId":"yzdn8nvbws9f7lje4iiu54my","uuid":"01a204d3-a277-7572-b26e-0dd5177d1014","name":"Pizza w piątek","icon":"pizza","createdAt":"2026-11-22T19:55:08.279Z","updatedAt":"2026-11-22T19:55:08.279Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308281,'list-item::create',NULL,'{"id":1795377308281,"documentId":"fz87z58tg8xegnrau5e31eqn","uuid":"01a204d3-a278-72c0-a26a-bc5d2257886c","list":"01a204d3-a277-7572-b26e-0dd5177d1014","description":"Mąka typ 00","quantity":"500 g","done":false,"createdAt":"2026-11-22T19:55:08.281Z","updatedAt":"2026-11-22T19:55:08.281Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308283,'list-item::create',NULL,'{"id":1795377308283,"documentId":"ki7paww4295o8qjv4xqqrh0f","uuid":"01a204d3-a27a-7658-853a-9a9473344dda","list":"01a204d3-a277-7572-b26e-0dd5177d1014","description":"Mozzarella","quantity":"2 szt.","done":false,"createdAt":"2026-11-22T19:55:08.283Z","updatedAt":"2026-11-22T19:55:08.283Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308285,'list-item::create',NULL,'{"id":1795377308285,"documentId":"eych64cn9fe2umxpbnaxm3da","uuid":"01a204d3-a27d-758c-a746-e0ba4811eb8b","list":"01a204d3-a277-7572-b26e-0dd5177d1014","description":"Sos pomidorowy","quantity":"400 ml","done":false,"createdAt":"2026-11-22T19:55:08.285Z","updatedAt":"2026-11-22T19:55:08.285Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377308287,'list-item::create',NULL,'{"id":1795377308287,"documentId":"abwpcjzaq4l88slz71qp4vhz","uuid":"01a204d3-a27e-7268-a998-813e05289109","list":"01a204d3-a277-7572-b26e-0dd5177d1014","description":"Bazylia","quantity":"1 doniczka","done":false,"createdAt":"2026-11-22T19:55:08.287Z","updatedAt":"2026-11-22T19:55:08.287Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377313676,'list::create','tab','{"id":1795377313676,"documentId":"llqfc4f5umfp97gdwsu97hmj","uuid":"sample-list","name":"Święta „wielkie”\nlista","icon":"pizza","createdAt":"2026-11-22T19:55:13.676Z","updatedAt":"2026-11-22T19:55:13.676Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377313868,'list-item::create','tab','{"id":1795377313868,"documentId":"v67ot4iaupa2y9gqhvsw1h0h","uuid":"sample-item","list":"sample-list","description":"Mąka ''tortowa'' 💥","quantity":"2 kg","done":false,"createdAt":"2026-11-22T19:55:13.868Z","updatedAt":"2026-11-22T19:55:13.868Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377314027,'list-item::patch','tab','{"id":1795377313868,"documentId":"v67ot4iaupa2y9gqhvsw1h0h","uuid":"sample-item","list":"sample-list","description":"Mąka ''tortowa'' 💥","quantity":"2 kg","done":true,"createdAt":"2026-11-22T19:55:13.868Z","updatedAt":"2026-11-22T19:55:14.027Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377314194,'list::create','tab','{"id":1795377314194,"documentId":"qffqfg35w90mt863mkd03ld0","uuid":"gone-list","name":"x","icon":"tomato","createdAt":"2026-11-22T19:55:14.194Z","updatedAt":"2026-11-22T19:55:14.194Z","deletedAt":null}');
INSERT INTO events VALUES(1,1795377314248,'list::delete','tab','{"id":1795377314194,"documentId":"qffqfg35w90mt863mkd03ld0","uuid":"gone-list","name":"","icon":"tomato","createdAt":"2026-11-22T19:55:14.194Z","updatedAt":"2026-11-22T19:55:14.248Z","deletedAt":"2026-11-22T19:55:14.248Z"}');
CREATE TABLE applied_changes (
      user_id bigint not null references users (id) on delete cascade,
      device text not null,
      row_uuid text not null,
      change_id text not null, recent text not null default '?',
      primary key (user_id, row_uuid, device)) without rowid;
INSERT INTO applied_changes VALUES(1,'phone','sample-item','0000000014-tab','0000000014-tab');
CREATE TABLE seen_keys (
      user_id bigint not null references users (id) on delete cascade,
      key_text text not null,
      target text not null,
      seen_at bigint not null,
      primary key (user_id, key_text, target)) without rowid;
INSERT INTO seen_keys VALUES(1,'foreign-key-1','sample-list',1795377313676);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('users',1);
CREATE UNIQUE INDEX lists_document on lists (user_id, document_id);
CREATE UNIQUE INDEX items_document on items (user_id, document_id);
CREATE INDEX lists_updated on lists (user_id, updated_at);
CREATE INDEX items_updated on items (user_id, updated_at);
CREATE INDEX items_list on items (user_id, list);
COMMIT;
