PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE events (
      user_id bigint not null references users (id) on delete cascade,
      id bigint not null,
      name text not null,
      session text,
      data text not null,
      primary key (user_id, id)) without rowid;
INSERT INTO "events" VALUES(1,1795389658871,'list::create',NULL,'{"id":1795389658871,"documentId":"qnv16wy414k4cq1tl6l8c6ys","uuid":"01a20590-16dd-765f-ae4f-2b6ce5723c21","name":"Zakupy na weekend","icon":"tomato","createdAt":"2026-11-22T23:20:58.871Z","updatedAt":"2026-11-22T23:20:58.871Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389658892,'list-item::create',NULL,'{"id":1795389658892,"documentId":"fyn0zhpj7842ls7iiwzfcr63","uuid":"01a20590-170b-72ff-a174-f2244acc45a2","list":"01a20590-16dd-765f-ae4f-2b6ce5723c21","description":"Chleb żytni","quantity":"1 szt.","done":true,"createdAt":"2026-11-22T23:20:58.892Z","updatedAt":"2026-11-22T23:20:58.892Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389658907,'list-item::create',NULL,'{"id":1795389658907,"documentId":"ou35wz4zo216dth6l90milbz","uuid":"01a20590-171a-742b-8f30-7302986a5584","list":"01a20590-16dd-765f-ae4f-2b6ce5723c21","description":"Mleko","quantity":"2 l","done":false,"createdAt":"2026-11-22T23:20:58.907Z","updatedAt":"2026-11-22T23:20:58.907Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389658935,'list-item::create',NULL,'{"id":1795389658935,"documentId":"dsfwzat6tem8rakts2e43hhf","uuid":"01a20590-1736-76b5-8bd1-1ed1a269b6be","list":"01a20590-16dd-765f-ae4f-2b6ce5723c21","description":"Jajka","quantity":"10 szt.","done":false,"createdAt":"2026-11-22T23:20:58.935Z","updatedAt":"2026-11-22T23:20:58.935Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389658943,'list-item::create',NULL,'{"id":1795389658943,"documentId":"m46u0cpdcyp8haotmbcsdd19","uuid":"01a20590-173e-736f-8f82-a60f8e2f61a6","list":"01a20590-16dd-765f-ae4f-2b6ce5723c21","description":"Pomidory malinowe","quantity":"1 kg","done":false,"createdAt":"2026-11-22T23:20:58.943Z","updatedAt":"2026-11-22T23:20:58.943Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389658948,'list-item::create',NULL,'{"id":1795389658948,"documentId":"h93bfpamu6jyn26tdtj73yrw","uuid":"01a20590-1743-70b9-b136-015b6db9bdc0","list":"01a20590-16dd-765f-ae4f-2b6ce5723c21","description":"Kawa","quantity":"250 g","done":false,"createdAt":"2026-11-22T23:20:58.948Z","updatedAt":"2026-11-22T23:20:58.948Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389658967,'list::create',NULL,'{"id":1795389658967,"documentId":"to8wqa4pzddiawqsasua1wpx","uuid":"01a20590-1756-73bd-9e79-1ac40ada5d54","name":"Apteka","icon":"pill","createdAt":"2026-11-22T23:20:58.967Z","updatedAt":"2026-11-22T23:20:58.967Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659007,'list-item::create',NULL,'{"id":1795389659007,"documentId":"uaeaqyqmoisi53fa09lqgqq2","uuid":"01a20590-177f-7026-b3c0-31a396c3e056","list":"01a20590-1756-73bd-9e79-1ac40ada5d54","description":"Witamina D","quantity":"1 op.","done":false,"createdAt":"2026-11-22T23:20:59.007Z","updatedAt":"2026-11-22T23:20:59.007Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659042,'list-item::create',NULL,'{"id":1795389659042,"documentId":"g7nczvcd6mjfupiyv228kevh","uuid":"01a20590-17a1-756c-af8a-882c001f5929","list":"01a20590-1756-73bd-9e79-1ac40ada5d54","description":"Plastry","quantity":"2 op.","done":false,"createdAt":"2026-11-22T23:20:59.042Z","updatedAt":"2026-11-22T23:20:59.042Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659051,'list-item::create',NULL,'{"id":1795389659051,"documentId":"sgejdois89ugd4xbs4vbw7qx","uuid":"01a20590-17aa-74cc-ba60-35518d015999","list":"01a20590-1756-73bd-9e79-1ac40ada5d54","description":"Krem z filtrem","quantity":"50 ml","done":true,"createdAt":"2026-11-22T23:20:59.051Z","updatedAt":"2026-11-22T23:20:59.051Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659059,'list::create',NULL,'{"id":1795389659059,"documentId":"jsngvxsxpdcko7u6noo1rovs","uuid":"01a20590-17b2-724f-b6dc-4ac6e21d7598","name":"Pizza w piątek","icon":"pizza","createdAt":"2026-11-22T23:20:59.059Z","updatedAt":"2026-11-22T23:20:59.059Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659075,'list-item::create',NULL,'{"id":1795389659075,"documentId":"t3qme2k3hvc0bicahojjt6a6","uuid":"01a20590-17c3-77e7-9d14-d1ed6c46ce23","list":"01a20590-17b2-724f-b6dc-4ac6e21d7598","description":"Mąka typ 00","quantity":"500 g","done":false,"createdAt":"2026-11-22T23:20:59.075Z","updatedAt":"2026-11-22T23:20:59.075Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659099,'list-item::create',NULL,'{"id":1795389659099,"documentId":"q76z9y7lcoly94i1vh0vqnhx","uuid":"01a20590-17db-71e6-adc1-f259df39f3c9","list":"01a20590-17b2-724f-b6dc-4ac6e21d7598","description":"Mozzarella","quantity":"2 szt.","done":false,"createdAt":"2026-11-22T23:20:59.099Z","updatedAt":"2026-11-22T23:20:59.099Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659111,'list-item::create',NULL,'{"id":1795389659111,"documentId":"hlisgvaksvjqnk9fwc0dbja0","uuid":"01a20590-17e6-71f9-84ed-e5eb4b755cec","list":"01a20590-17b2-724f-b6dc-4ac6e21d7598","description":"Sos pomidorowy","quantity":"400 ml","done":false,"createdAt":"2026-11-22T23:20:59.111Z","updatedAt":"2026-11-22T23:20:59.111Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389659143,'list-item::create',NULL,'{"id":1795389659143,"documentId":"ehszji7u3wr8ote42yxui2me","uuid":"01a20590-1807-72b5-96ae-aed866860805","list":"01a20590-17b2-724f-b6dc-4ac6e21d7598","description":"Bazylia","quantity":"1 doniczka","done":false,"createdAt":"2026-11-22T23:20:59.143Z","updatedAt":"2026-11-22T23:20:59.143Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389660053,'list::create','sample-tab','{"id":1795389660053,"documentId":"atq18depoeox9lxphns2it1i","uuid":"sample-list","name":"Święta „wielkie”\nlista","icon":"pizza","createdAt":"2026-11-22T23:21:00.053Z","updatedAt":"2026-11-22T23:21:00.053Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389660112,'list-item::create','sample-tab','{"id":1795389660112,"documentId":"gsfzw70ajfkraj2ek2i7sd82","uuid":"sample-item","list":"sample-list","description":"Mąka ''tortowa'' 💥","quantity":"2 kg","done":false,"createdAt":"2026-11-22T23:21:00.112Z","updatedAt":"2026-11-22T23:21:00.112Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389660196,'list-item::patch','sample-tab','{"id":1795389660112,"documentId":"gsfzw70ajfkraj2ek2i7sd82","uuid":"sample-item","list":"sample-list","description":"Mąka ''tortowa'' 💥","quantity":"2 kg","done":true,"createdAt":"2026-11-22T23:21:00.112Z","updatedAt":"2026-11-22T23:21:00.196Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389660236,'list::create','sample-tab','{"id":1795389660236,"documentId":"y6ug52xsefy3k9znjlpzou00","uuid":"gone-list","name":"Stara","icon":"tomato","createdAt":"2026-11-22T23:21:00.236Z","updatedAt":"2026-11-22T23:21:00.236Z","deletedAt":null}');
INSERT INTO "events" VALUES(1,1795389660296,'list::delete','sample-tab','{"id":1795389660236,"documentId":"y6ug52xsefy3k9znjlpzou00","uuid":"gone-list","name":"","icon":"tomato","createdAt":"2026-11-22T23:21:00.236Z","updatedAt":"2026-11-22T23:21:00.296Z","deletedAt":"2026-11-22T23:21:00.296Z"}');
CREATE TABLE items (
    user_id bigint not null references users (id) on delete cascade,
    uuid text not null,
    document_id text not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint, list text not null, description text not null, quantity text not null,
      done bigint not null, primary key (user_id, uuid));
INSERT INTO "items" VALUES(1,'01a20590-170b-72ff-a174-f2244acc45a2','fyn0zhpj7842ls7iiwzfcr63',1795389658892,1795389658892,NULL,'01a20590-16dd-765f-ae4f-2b6ce5723c21','Chleb żytni','1 szt.',1);
INSERT INTO "items" VALUES(1,'01a20590-171a-742b-8f30-7302986a5584','ou35wz4zo216dth6l90milbz',1795389658907,1795389658907,NULL,'01a20590-16dd-765f-ae4f-2b6ce5723c21','Mleko','2 l',0);
INSERT INTO "items" VALUES(1,'01a20590-1736-76b5-8bd1-1ed1a269b6be','dsfwzat6tem8rakts2e43hhf',1795389658935,1795389658935,NULL,'01a20590-16dd-765f-ae4f-2b6ce5723c21','Jajka','10 szt.',0);
INSERT INTO "items" VALUES(1,'01a20590-173e-736f-8f82-a60f8e2f61a6','m46u0cpdcyp8haotmbcsdd19',1795389658943,1795389658943,NULL,'01a20590-16dd-765f-ae4f-2b6ce5723c21','Pomidory malinowe','1 kg',0);
INSERT INTO "items" VALUES(1,'01a20590-1743-70b9-b136-015b6db9bdc0','h93bfpamu6jyn26tdtj73yrw',1795389658948,1795389658948,NULL,'01a20590-16dd-765f-ae4f-2b6ce5723c21','Kawa','250 g',0);
INSERT INTO "items" VALUES(1,'01a20590-177f-7026-b3c0-31a396c3e056','uaeaqyqmoisi53fa09lqgqq2',1795389659007,1795389659007,NULL,'01a20590-1756-73bd-9e79-1ac40ada5d54','Witamina D','1 op.',0);
INSERT INTO "items" VALUES(1,'01a20590-17a1-756c-af8a-882c001f5929','g7nczvcd6mjfupiyv228kevh',1795389659042,1795389659042,NULL,'01a20590-1756-73bd-9e79-1ac40ada5d54','Plastry','2 op.',0);
INSERT INTO "items" VALUES(1,'01a20590-17aa-74cc-ba60-35518d015999','sgejdois89ugd4xbs4vbw7qx',1795389659051,1795389659051,NULL,'01a20590-1756-73bd-9e79-1ac40ada5d54','Krem z filtrem','50 ml',1);
INSERT INTO "items" VALUES(1,'01a20590-17c3-77e7-9d14-d1ed6c46ce23','t3qme2k3hvc0bicahojjt6a6',1795389659075,1795389659075,NULL,'01a20590-17b2-724f-b6dc-4ac6e21d7598','Mąka typ 00','500 g',0);
INSERT INTO "items" VALUES(1,'01a20590-17db-71e6-adc1-f259df39f3c9','q76z9y7lcoly94i1vh0vqnhx',1795389659099,1795389659099,NULL,'01a20590-17b2-724f-b6dc-4ac6e21d7598','Mozzarella','2 szt.',0);
INSERT INTO "items" VALUES(1,'01a20590-17e6-71f9-84ed-e5eb4b755cec','hlisgvaksvjqnk9fwc0dbja0',1795389659111,1795389659111,NULL,'01a20590-17b2-724f-b6dc-4ac6e21d7598','Sos pomidorowy','400 ml',0);
INSERT INTO "items" VALUES(1,'01a20590-1807-72b5-96ae-aed866860805','ehszji7u3wr8ote42yxui2me',1795389659143,1795389659143,NULL,'01a20590-17b2-724f-b6dc-4ac6e21d7598','Bazylia','1 doniczka',0);
INSERT INTO "items" VALUES(1,'sample-item','gsfzw70ajfkraj2ek2i7sd82',1795389660112,1795389660196,NULL,'sample-list','Mąka ''tortowa'' 💥','2 kg',1);
CREATE TABLE lists (
    user_id bigint not null references users (id) on delete cascade,
    uuid text not null,
    document_id text not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint, name text not null, icon text not null, primary key (user_id, uuid));
INSERT INTO "lists" VALUES(1,'01a20590-16dd-765f-ae4f-2b6ce5723c21','qnv16wy414k4cq1tl6l8c6ys',1795389658871,1795389658871,NULL,'Zakupy na weekend','tomato');
INSERT INTO "lists" VALUES(1,'01a20590-1756-73bd-9e79-1ac40ada5d54','to8wqa4pzddiawqsasua1wpx',1795389658967,1795389658967,NULL,'Apteka','pill');
INSERT INTO "lists" VALUES(1,'01a20590-17b2-724f-b6dc-4ac6e21d7598','jsngvxsxpdcko7u6noo1rovs',1795389659059,1795389659059,NULL,'Pizza w piątek','pizza');
INSERT INTO "lists" VALUES(1,'sample-list','atq18depoeox9lxphns2it1i',1795389660053,1795389660053,NULL,'Święta „wielkie”
lista','pizza');
INSERT INTO "lists" VALUES(1,'gone-list','y6ug52xsefy3k9znjlpzou00',1795389660236,1795389660296,1795389660296,'','tomato');
CREATE TABLE schema_version (version bigint not null);
INSERT INTO "schema_version" VALUES(3);
CREATE TABLE seen_keys (
      user_id bigint not null references users (id) on delete cascade,
      key_text text not null,
      target text not null,
      seen_at bigint not null,
      primary key (user_id, key_text, target)) without rowid;
INSERT INTO "seen_keys" VALUES(1,'phone/sample-item/0000000014-tab','sample-item',1795389660196);
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
INSERT INTO "users" VALUES(1,'ueei73dkupgv1x0spcn61grb','demo','demo@example.com','$argon2id$v=19$m=19456,t=2,p=1$/3VyQS8Zd8/n/aPf9o4iyw$Y8C7Z4FUo4ZYFftzOYxJFTNnom0zuiDNMKBSB0Wrue8',1795389658818,1795389658818,0,0,1795389660296);
CREATE UNIQUE INDEX lists_document on lists (user_id, document_id);
CREATE UNIQUE INDEX items_document on items (user_id, document_id);
CREATE INDEX lists_updated on lists (user_id, updated_at);
CREATE INDEX items_updated on items (user_id, updated_at);
CREATE INDEX items_list on items (user_id, list);
CREATE INDEX seen_keys_seen on seen_keys (seen_at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',1);
COMMIT;
