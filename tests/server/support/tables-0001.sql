-- The database of a server as it was before its modules were named anew: six tables in every condition.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chat (
	id INTEGER NOT NULL,
	table_id VARCHAR NOT NULL,
	guest VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	seat INTEGER,
	text TEXT NOT NULL,
	at FLOAT NOT NULL,
	"key" VARCHAR NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	FOREIGN KEY(guest) REFERENCES guests (id)
);
INSERT INTO "chat" VALUES(1,'old-asking','guest-lisa','Lisa',0,'Hello, Ben',1794841246.082,'guest-lisa 7a593add-3b8a-4842-bd4d-96535ac95b36');
CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    data TEXT NOT NULL,
    at REAL NOT NULL,
    to_act TEXT NOT NULL,
    key TEXT,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
INSERT INTO "events" VALUES('old-asking',1,'note',NULL,'The game begins.',1794841246.067,'1',NULL);
INSERT INTO "events" VALUES('old-asking',2,'play',1,' DRAW ',1794841246.072,'1','guest-ben cb6ead10-4389-44d3-a706-b07db9a90120');
INSERT INTO "events" VALUES('old-asking',3,'play',1,'Load 1',1794841246.073,'0','guest-ben f170024e-c9dd-4950-85ba-25ec905ede39');
INSERT INTO "events" VALUES('old-asking',4,'play',0,'draw',1794841246.080,'0','guest-lisa 29a30b71-a61e-430a-8991-0489e33a43b3');
INSERT INTO "events" VALUES('old-asking',5,'play',0,'LOAD 2',1794841246.080,'1','guest-lisa eda8e00b-536a-4e6c-91fd-6d73454de38f');
INSERT INTO "events" VALUES('old-asking',6,'undo',0,'3',1794841246.081,'0','guest-lisa 3f432d93-a922-4070-b39a-09c90269b199');
INSERT INTO "events" VALUES('old-asking',7,'play',0,'load  2',1794841246.082,'1','guest-lisa 251cf942-3a55-453a-be22-b5c5f846e9cf');
INSERT INTO "events" VALUES('old-asking',8,'ask',0,'{"what": "undo", "by": "guest-lisa", "name": "Lisa", "to": 0, "seat": null, "bot": null, "agreed": []}',1794841246.086,'1','guest-lisa bbb51e55-a2fa-4b2f-a6f3-bffeef3b193c');
INSERT INTO "events" VALUES('old-replay',1,'play',0,'Draw',1794841246.179,'',NULL);
INSERT INTO "events" VALUES('old-replay',2,'play',0,'load 1',1794841246.179,'',NULL);
INSERT INTO "events" VALUES('old-replay',3,'play',1,'Draw',1794841246.179,'',NULL);
INSERT INTO "events" VALUES('old-replay',4,'play',1,'load 2',1794841246.179,'',NULL);
INSERT INTO "events" VALUES('old-replay',5,'play',0,'Draw',1794841246.179,'',NULL);
INSERT INTO "events" VALUES('old-replay',6,'play',0,'load 2',1794841246.179,'',NULL);
INSERT INTO "events" VALUES('old-continued',1,'play',0,'draw',1794841246.173,'',NULL);
INSERT INTO "events" VALUES('old-continued',2,'play',0,'load 3',1794841246.173,'',NULL);
INSERT INTO "events" VALUES('old-continued',3,'play',1,'draw',1794841246.173,'',NULL);
INSERT INTO "events" VALUES('old-continued',4,'play',1,'load 2',1794841246.173,'',NULL);
INSERT INTO "events" VALUES('old-continued',5,'anew',NULL,'{"seed": 320113298237437002472358572824361829713, "tables": ["old-over"]}',1794841246.173,'',NULL);
INSERT INTO "events" VALUES('old-continued',6,'note',NULL,'The game goes on.',1794841246.176,'0',NULL);
INSERT INTO "events" VALUES('old-continued',7,'play',0,'draw',1794841246.177,'0','guest-lisa c8188f7b-cb63-4985-87ca-228ec9599435');
INSERT INTO "events" VALUES('old-over',1,'note',NULL,'The game begins.',1794841246.089,'0',NULL);
INSERT INTO "events" VALUES('old-over',2,'play',0,'draw',1794841246.090,'0','guest-lisa 89dea158-21f1-4c36-ab21-f55796a899b9');
INSERT INTO "events" VALUES('old-over',3,'play',0,'load 3',1794841246.091,'1','guest-lisa d25c82cc-c292-426f-bd1c-76a1f39ec71e');
INSERT INTO "events" VALUES('old-over',4,'play',1,'draw',1794841246.091,'1','guest-lisa 099b13a7-7556-4e96-bf60-5b93f0971e98');
INSERT INTO "events" VALUES('old-over',5,'play',1,'load 2',1794841246.092,'0','guest-lisa 1aefa286-1aa9-40b0-9a5f-9f67653a2694');
INSERT INTO "events" VALUES('old-over',6,'play',0,'take 3',1794841246.092,'0','guest-lisa 23708fa8-92ce-4b0f-94d8-9d698a9b2648');
INSERT INTO "events" VALUES('old-over',7,'play',0,'place male wolf in barn',1794841246.093,'1','guest-lisa 9e3d6d59-455f-4596-a613-b052f1bbf29e');
INSERT INTO "events" VALUES('old-over',8,'play',1,'draw',1794841246.093,'1','guest-lisa 0df6bbbc-d2c3-4606-a977-0f7f65ae178c');
INSERT INTO "events" VALUES('old-over',9,'play',1,'load 1',1794841246.094,'1','guest-lisa 61ff7e1e-c8f2-4d72-9584-34a1767bd947');
INSERT INTO "events" VALUES('old-over',10,'play',1,'take 1',1794841246.094,'1','guest-lisa c4706db4-1a77-4b76-8408-2ccae591c42f');
INSERT INTO "events" VALUES('old-over',11,'play',1,'place impala in enclosure 3',1794841246.095,'1','guest-lisa 5e99ae36-b1bd-4232-b7c9-683a4cd37751');
INSERT INTO "events" VALUES('old-over',12,'play',1,'draw',1794841246.095,'1','guest-lisa 84eafde0-c2a0-44f3-a7c4-8188385f1165');
INSERT INTO "events" VALUES('old-over',13,'play',1,'load 1',1794841246.096,'0','guest-lisa d39641e3-6413-46e7-a7fe-cd38a41db4f4');
INSERT INTO "events" VALUES('old-over',14,'play',0,'take 1',1794841246.096,'0','guest-lisa 5b94dc08-abce-44cb-b93f-984a53ce021f');
INSERT INTO "events" VALUES('old-over',15,'play',0,'place male ostrich in barn',1794841246.097,'1','guest-lisa 206a5498-a7ca-47c7-b387-d9989c0cc8de');
INSERT INTO "events" VALUES('old-over',16,'play',1,'draw',1794841246.097,'1','guest-lisa 9a36975f-7cfd-462c-9c7a-a6a419ca0a85');
INSERT INTO "events" VALUES('old-over',17,'play',1,'load 2',1794841246.098,'1','guest-lisa 720d7c93-0d03-411f-b504-1e7064627b9b');
INSERT INTO "events" VALUES('old-over',18,'play',1,'draw',1794841246.098,'1','guest-lisa c2ac51c3-1248-4b88-ad84-0919a1c92943');
INSERT INTO "events" VALUES('old-over',19,'play',1,'load 2',1794841246.099,'1','guest-lisa 8d4bd04e-c05b-4fb0-802b-8e3432017de9');
INSERT INTO "events" VALUES('old-over',20,'play',1,'take 2',1794841246.099,'1','guest-lisa 2fddb768-c2ad-4c26-b022-676f6e0e48d4');
INSERT INTO "events" VALUES('old-over',21,'play',1,'place pond in enclosure 3',1794841246.100,'1','guest-lisa cbe6c31c-79ca-4848-98d1-a507a3e4c034');
INSERT INTO "events" VALUES('old-over',22,'play',1,'place male meerkat in enclosure 1',1794841246.100,'1','guest-lisa 3c071fbc-33da-414f-a90e-7654c4889f12');
INSERT INTO "events" VALUES('old-over',23,'play',1,'draw',1794841246.101,'1','guest-lisa 8193babf-6429-4f21-a4d2-6f9975965372');
INSERT INTO "events" VALUES('old-over',24,'play',1,'load 1',1794841246.101,'0','guest-lisa f936c797-0cf1-4e07-bf70-3aff153b87f0');
INSERT INTO "events" VALUES('old-over',25,'play',0,'draw',1794841246.102,'0','guest-lisa c4c227ac-e8f2-40c3-9542-bff724455f5f');
INSERT INTO "events" VALUES('old-over',26,'play',0,'load 3',1794841246.102,'1','guest-lisa c332cbe4-8673-4f2c-87e1-6a63337fffc2');
INSERT INTO "events" VALUES('old-over',27,'play',1,'draw',1794841246.103,'1','guest-lisa 03ecbbf9-b311-44e7-aa2a-4c011f21e28d');
INSERT INTO "events" VALUES('old-over',28,'play',1,'load 3',1794841246.103,'0','guest-lisa b23f72ca-6aa0-42d4-9cbd-82dcd276c8d9');
INSERT INTO "events" VALUES('old-over',29,'play',0,'take 1',1794841246.103,'0','guest-lisa e58c7e55-9760-4b59-a723-6edd6b8c34b4');
INSERT INTO "events" VALUES('old-over',30,'play',0,'place ostrich in barn',1794841246.104,'1','guest-lisa 1a28eeb2-f54b-4ddc-a622-2cbf1851ae6f');
INSERT INTO "events" VALUES('old-over',31,'play',1,'take 3',1794841246.105,'1','guest-lisa fed2d622-cc7e-4e10-9cbf-bb765d893492');
INSERT INTO "events" VALUES('old-over',32,'play',1,'place rock in barn',1794841246.105,'1','guest-lisa b0d6c5a4-09ee-4ab9-9404-9a99ac4964ea');
INSERT INTO "events" VALUES('old-over',33,'play',1,'place meerkat in barn',1794841246.106,'1','guest-lisa f7e10e6c-3f7f-4298-ab2c-319de8e0d663');
INSERT INTO "events" VALUES('old-over',34,'play',1,'draw',1794841246.106,'1','guest-lisa 604452ce-bc1c-4047-9187-ff97964a2ba5');
INSERT INTO "events" VALUES('old-over',35,'play',1,'load 1',1794841246.107,'0','guest-lisa 54399f3b-48b8-4e34-b50b-1ce3e4d13e3d');
INSERT INTO "events" VALUES('old-over',36,'play',0,'take 1',1794841246.107,'0','guest-lisa c4978d8f-e9a2-424d-9cd2-a27520e0d07e');
INSERT INTO "events" VALUES('old-over',37,'play',0,'place female meerkat in enclosure 1',1794841246.108,'1','guest-lisa 6479f3a1-ef06-417a-8e02-3704e4490a99');
INSERT INTO "events" VALUES('old-over',38,'play',1,'draw',1794841246.108,'1','guest-lisa 774f5a8b-d42f-46df-8430-8963cf7588a6');
INSERT INTO "events" VALUES('old-over',39,'play',1,'load 2',1794841246.109,'1','guest-lisa 8a4a601b-c8be-4224-b290-9496caae850a');
INSERT INTO "events" VALUES('old-over',40,'play',1,'take 2',1794841246.109,'1','guest-lisa cfeadb02-4612-479d-96bc-84e6833fb1c8');
INSERT INTO "events" VALUES('old-over',41,'play',1,'place female ostrich in enclosure 2',1794841246.110,'1','guest-lisa d98a6118-db07-4ce1-b2e0-ce7b53fa4ed8');
INSERT INTO "events" VALUES('old-over',42,'play',1,'draw',1794841246.110,'1','guest-lisa dda574da-43dd-4eac-9f72-93acb36eb994');
INSERT INTO "events" VALUES('old-over',43,'play',1,'load 3',1794841246.110,'0','guest-lisa 53954531-4401-45e0-af14-e095858a6693');
INSERT INTO "events" VALUES('old-over',44,'play',0,'take 3',1794841246.111,'0','guest-lisa 7c3321b5-278e-4292-9d23-c818e6b19205');
INSERT INTO "events" VALUES('old-over',45,'play',0,'place wolf in barn',1794841246.112,'1','guest-lisa 39a303cf-3d99-4154-ac8c-c9c3679c27f0');
INSERT INTO "events" VALUES('old-over',46,'play',1,'draw',1794841246.112,'1','guest-lisa 32bf4911-14c5-4068-9f2d-24abd8d6c589');
INSERT INTO "events" VALUES('old-over',47,'play',1,'load 2',1794841246.113,'1','guest-lisa 8ed96d8e-1d40-45b7-8b97-852973b37b8b');
INSERT INTO "events" VALUES('old-over',48,'play',1,'take 2',1794841246.113,'1','guest-lisa 6dcaa9a2-741d-4751-acb4-a1f5512aad29');
INSERT INTO "events" VALUES('old-over',49,'play',1,'place meerkat in barn',1794841246.114,'1','guest-lisa 56cdf7ce-14cc-4561-a758-e7b24b760752');
INSERT INTO "events" VALUES('old-over',50,'play',1,'draw',1794841246.114,'1','guest-lisa 6f8c8707-f494-4725-bdca-3ba73fafb8ec');
INSERT INTO "events" VALUES('old-over',51,'play',1,'load 3',1794841246.115,'0','guest-lisa a9465dc0-2402-434e-9201-13e4de14a7a1');
INSERT INTO "events" VALUES('old-over',52,'play',0,'draw',1794841246.115,'0','guest-lisa 840edb6c-7e4d-4095-bb73-a0909536b334');
INSERT INTO "events" VALUES('old-over',53,'play',0,'load 2',1794841246.116,'1','guest-lisa 06a882b9-07d9-4702-a322-05972c117b96');
INSERT INTO "events" VALUES('old-over',54,'play',1,'take 3',1794841246.116,'1','guest-lisa 2f0331bd-e7f4-422d-b128-a879b0e56a76');
INSERT INTO "events" VALUES('old-over',55,'play',1,'place male impala in enclosure 3',1794841246.117,'0','guest-lisa 5de526fa-d1fe-4f5e-b09b-df1e73bfacb0');
INSERT INTO "events" VALUES('old-over',56,'play',0,'take 2',1794841246.117,'0','guest-lisa 80b3f42f-158e-4cf1-b506-8f5027389c19');
INSERT INTO "events" VALUES('old-over',57,'play',0,'place shrub in enclosure 2',1794841246.118,'0','guest-lisa 05ed09b9-0440-465f-a1e5-ad7a62b15934');
INSERT INTO "events" VALUES('old-over',58,'play',0,'draw',1794841246.119,'0','guest-lisa 7c644353-d9fa-4fed-a933-65fdd00f8fc2');
INSERT INTO "events" VALUES('old-over',59,'play',0,'load 3',1794841246.119,'1','guest-lisa d2718283-1e75-4969-9d85-3ad2a980005f');
INSERT INTO "events" VALUES('old-over',60,'play',1,'draw',1794841246.120,'1','guest-lisa f7bff860-9a3d-4626-a970-d52376829206');
INSERT INTO "events" VALUES('old-over',61,'play',1,'load 3',1794841246.120,'0','guest-lisa 3fb87a72-806c-4df5-9c3b-fbd795bbb1d6');
INSERT INTO "events" VALUES('old-over',62,'play',0,'draw',1794841246.120,'0','guest-lisa 0f98684b-2ba6-410e-b5d9-af2a329446ec');
INSERT INTO "events" VALUES('old-over',63,'play',0,'load 3',1794841246.121,'1','guest-lisa 519df5a2-ca47-44fc-aa0c-a909ab5e70ed');
INSERT INTO "events" VALUES('old-over',64,'play',1,'take 3',1794841246.122,'1','guest-lisa 7afbf338-0f53-4021-9ee0-c1a2d0deb330');
INSERT INTO "events" VALUES('old-over',65,'play',1,'place pond in enclosure 3',1794841246.123,'1','guest-lisa 9b19a9ac-8539-42f6-a8b0-878f75716f04');
INSERT INTO "events" VALUES('old-over',66,'play',1,'place pond in enclosure 1',1794841246.124,'0','guest-lisa a10d5d0d-b22d-4746-b8bc-9583e6fd52bc');
INSERT INTO "events" VALUES('old-over',67,'play',0,'draw',1794841246.124,'0','guest-lisa 8a67460f-e1d4-4332-a352-bb33911cfe05');
INSERT INTO "events" VALUES('old-over',68,'play',0,'load 2',1794841246.125,'0','guest-lisa 3779eee2-4c3c-4139-8890-178af3e06cad');
INSERT INTO "events" VALUES('old-over',69,'play',0,'take 2',1794841246.125,'0','guest-lisa c5a85339-ff67-4a33-b807-ac6db4e430ba');
INSERT INTO "events" VALUES('old-over',70,'play',0,'place rock in enclosure 1',1794841246.126,'0','guest-lisa 3651f841-d611-4e34-ab7d-5160172cfe26');
INSERT INTO "events" VALUES('old-over',71,'play',0,'draw',1794841246.127,'0','guest-lisa 18971c16-5b0c-4586-a684-a3c28e4f0867');
INSERT INTO "events" VALUES('old-over',72,'play',0,'load 1',1794841246.127,'1','guest-lisa e9e118b6-9298-4cca-b18d-61fa5f46a5e2');
INSERT INTO "events" VALUES('old-over',73,'play',1,'take 1',1794841246.128,'1','guest-lisa e9321aa6-10ee-42ab-abed-f44df71be28e');
INSERT INTO "events" VALUES('old-over',74,'play',1,'place meerkat in enclosure 1',1794841246.129,'0','guest-lisa eccc0718-fc8c-414d-8df0-9c4999ed7206');
INSERT INTO "events" VALUES('old-over',75,'play',0,'draw',1794841246.129,'0','guest-lisa 17cc5e10-8e38-4f25-8b65-36dc4efeaf37');
INSERT INTO "events" VALUES('old-over',76,'play',0,'load 3',1794841246.130,'0','guest-lisa 31b08c97-9d31-40e0-afd8-e80df6fce71b');
INSERT INTO "events" VALUES('old-over',77,'play',0,'take 3',1794841246.130,'0','guest-lisa d1287169-3930-40ef-b43e-219a875ac4ff');
INSERT INTO "events" VALUES('old-over',78,'play',0,'place ostrich in enclosure 3',1794841246.131,'0','guest-lisa 36abbc0a-30a2-40d6-a406-fbbd494edabf');
INSERT INTO "events" VALUES('old-over',79,'play',0,'draw',1794841246.132,'0','guest-lisa fe9109cd-dc32-4f55-a997-2de1b2014e7a');
INSERT INTO "events" VALUES('old-over',80,'play',0,'load 1',1794841246.132,'1','guest-lisa 5b4a1f68-1cb2-4d13-b286-d7b3c32f058a');
INSERT INTO "events" VALUES('old-over',81,'play',1,'draw',1794841246.133,'1','guest-lisa 35aa9273-9619-4d75-b1c6-acb0392b2cb1');
INSERT INTO "events" VALUES('old-over',82,'play',1,'load 3',1794841246.133,'0','guest-lisa 70a2713f-38d6-4f59-8bc6-89e418469ed7');
INSERT INTO "events" VALUES('old-over',83,'play',0,'take 3',1794841246.134,'0','guest-lisa 1d23ec12-c73f-4701-8cb2-776f9ccecd0d');
INSERT INTO "events" VALUES('old-over',84,'play',0,'place male impala in barn',1794841246.135,'1','guest-lisa cc1a3ef8-fca1-414e-a21e-0aa16db692e5');
INSERT INTO "events" VALUES('old-over',85,'play',1,'take 1',1794841246.135,'1','guest-lisa 1f5a48b4-72f2-4fa7-8693-ea1dd9de814d');
INSERT INTO "events" VALUES('old-over',86,'play',1,'place impala in enclosure 3',1794841246.136,'1','guest-lisa 7b16194c-c052-4707-bdd6-cf796b5eead8');
INSERT INTO "events" VALUES('old-over',87,'play',1,'draw',1794841246.136,'1','guest-lisa 241561c5-6a76-4da9-ba32-91e0c177143e');
INSERT INTO "events" VALUES('old-over',88,'play',1,'load 2',1794841246.137,'0','guest-lisa 7f182397-0ae0-4c6f-afdb-8687546b4e4d');
INSERT INTO "events" VALUES('old-over',89,'play',0,'draw',1794841246.138,'0','guest-lisa fa29d345-0c47-4f62-bec6-4b30466fd41e');
INSERT INTO "events" VALUES('old-over',90,'play',0,'load 1',1794841246.138,'1','guest-lisa 0ade4482-6daa-4a49-af00-2603360fb3b3');
INSERT INTO "events" VALUES('old-over',91,'play',1,'draw',1794841246.139,'1','guest-lisa 3abbbad3-c9cc-450c-aefc-821c21271bfb');
INSERT INTO "events" VALUES('old-over',92,'play',1,'load 2',1794841246.139,'0','guest-lisa 8e40318f-ba83-490a-aa8f-d556d87ea1b2');
INSERT INTO "events" VALUES('old-over',93,'play',0,'draw',1794841246.140,'1','guest-lisa 26ba1229-a9f1-46cd-8311-bc973f4a0d3e');
INSERT INTO "events" VALUES('old-over',94,'play',1,'take 3',1794841246.141,'1','guest-lisa 6bb9fe19-22d5-43bb-abb0-a6172df94006');
INSERT INTO "events" VALUES('old-over',95,'play',1,'place impala in barn',1794841246.141,'0','guest-lisa 7abcebd2-4dce-4be5-8010-866593e3d30e');
INSERT INTO "events" VALUES('old-over',96,'play',0,'take 2',1794841246.142,'0','guest-lisa 482a2309-0693-495f-b3da-4db6c34e3604');
INSERT INTO "events" VALUES('old-over',97,'play',0,'place ostrich in enclosure 3',1794841246.143,'0','guest-lisa cc5f0833-6cf8-4aa4-a8f1-67dff79829d6');
INSERT INTO "events" VALUES('old-over',98,'play',0,'place wolf in enclosure 2',1794841246.143,'0','guest-lisa 7da7b601-9e94-4a09-a07b-3264ec4e44dd');
INSERT INTO "events" VALUES('old-over',99,'play',0,'draw',1794841246.144,'0','guest-lisa 64c2529c-748c-4d56-8cff-430f0edfafaa');
INSERT INTO "events" VALUES('old-over',100,'play',0,'load 2',1794841246.144,'1','guest-lisa 3a8ce58e-94d1-459e-b014-3c61177b12bb');
INSERT INTO "events" VALUES('old-over',101,'play',1,'take 2',1794841246.145,'1','guest-lisa 47605fce-5f7a-418a-aeed-630014b74cd3');
INSERT INTO "events" VALUES('old-over',102,'play',1,'place male meerkat in enclosure 1',1794841246.146,'0','guest-lisa 0134eee2-9083-4229-81f6-a4e5343b77f0');
INSERT INTO "events" VALUES('old-over',103,'play',0,'draw',1794841246.146,'0','guest-lisa 43c555b0-9ce1-419c-a765-e208f692de2f');
INSERT INTO "events" VALUES('old-over',104,'play',0,'load 3',1794841246.147,'0','guest-lisa e6ad76bc-34c8-4714-b44f-8affb66d7782');
INSERT INTO "events" VALUES('old-over',105,'play',0,'take 3',1794841246.148,'0','guest-lisa 068c77b1-4e4f-4859-8ba7-ddbee23dba11');
INSERT INTO "events" VALUES('old-over',106,'play',0,'draw',1794841246.148,'0','guest-lisa 321dafd4-8dc3-452a-9464-109e1c21ee43');
INSERT INTO "events" VALUES('old-over',107,'play',0,'load 3',1794841246.149,'1','guest-lisa 7ee3eeee-93fd-4fb3-91d6-cf55ccebf378');
INSERT INTO "events" VALUES('old-over',108,'play',1,'draw',1794841246.150,'1','guest-lisa c6733f58-a4ff-4339-bd8e-375ad3a3cad9');
INSERT INTO "events" VALUES('old-over',109,'play',1,'load 3',1794841246.151,'0','guest-lisa 87e18c8f-afdf-4eed-b49c-3fe2facd8032');
INSERT INTO "events" VALUES('old-over',110,'play',0,'take 3',1794841246.151,'0','guest-lisa 688add18-f4b2-4e43-84b2-1ef5d73d9a1f');
INSERT INTO "events" VALUES('old-over',111,'play',0,'place meerkat in barn',1794841246.152,'0','guest-lisa 6d9e7483-9287-40af-82ff-c3b0157e21cb');
INSERT INTO "events" VALUES('old-over',112,'play',0,'place meerkat in enclosure 1',1794841246.153,'1','guest-lisa 1aa18880-4e29-4e0f-8251-e56445712cba');
INSERT INTO "events" VALUES('old-over',113,'play',1,'draw',1794841246.153,'1','guest-lisa fdc16c80-1351-4e49-b3a4-508577893807');
INSERT INTO "events" VALUES('old-over',114,'play',1,'load 2',1794841246.154,'1','guest-lisa d41abba2-4fe7-4cc0-9b70-ef155ce7c822');
INSERT INTO "events" VALUES('old-over',115,'play',1,'take 2',1794841246.155,'1','guest-lisa 66835b02-c0d4-4bd4-b13f-8db1469cab4a');
INSERT INTO "events" VALUES('old-over',116,'play',1,'draw',1794841246.156,'1','guest-lisa 761a1f21-4f20-441d-a4b9-12262b8520a9');
INSERT INTO "events" VALUES('old-over',117,'play',1,'load 3',1794841246.156,'0','guest-lisa a702b395-eb53-4edb-83c4-ee02ca19a053');
INSERT INTO "events" VALUES('old-over',118,'play',0,'take 3',1794841246.157,'1','guest-lisa acebdd8d-c1a9-4525-8d0e-09c8a4a8b0d8');
INSERT INTO "events" VALUES('old-over',119,'play',1,'draw',1794841246.157,'1','guest-lisa a35ea15c-4ceb-4772-8045-5b5881896af1');
INSERT INTO "events" VALUES('old-over',120,'play',1,'load 2',1794841246.158,'1','guest-lisa 7286b949-82da-460c-bd5d-2c5805c64f0b');
INSERT INTO "events" VALUES('old-over',121,'play',1,'take 2',1794841246.159,'1','guest-lisa 08a52f7d-be13-4d02-b083-ecd6d087ae1b');
INSERT INTO "events" VALUES('old-over',122,'play',1,'place ostrich in enclosure 2',1794841246.159,'1','guest-lisa 1504057f-e55a-4abd-a302-a778f5265cef');
INSERT INTO "events" VALUES('old-over',123,'play',1,'draw',1794841246.160,'1','guest-lisa 5e02ad36-9311-4ccb-bad0-51993ce4cd3c');
INSERT INTO "events" VALUES('old-over',124,'play',1,'load 3',1794841246.161,'0','guest-lisa 33024b0c-c9e8-45db-bc10-de652f559880');
INSERT INTO "events" VALUES('old-over',125,'play',0,'draw',1794841246.161,'0','guest-lisa 24b5f6c9-1be5-49eb-835f-e3690899719e');
INSERT INTO "events" VALUES('old-over',126,'play',0,'load 1',1794841246.162,'1','guest-lisa cd2cc906-b633-470d-a43e-57de0bc8a9aa');
INSERT INTO "events" VALUES('old-over',127,'play',1,'take 3',1794841246.162,'1','guest-lisa 4ecc029b-24b7-49ce-94e7-658f3daa440f');
INSERT INTO "events" VALUES('old-over',128,'play',1,'place impala in barn',1794841246.163,'0','guest-lisa 17c65f05-8eb0-4dfe-9c1e-247f59f1a3aa');
INSERT INTO "events" VALUES('old-over',129,'play',0,'take 1',1794841246.163,'0','guest-lisa 039da193-dcb4-4b5a-a492-ce01ac7d121b');
INSERT INTO "events" VALUES('old-over',130,'play',0,'place meerkat in barn',1794841246.164,'0','guest-lisa e12ce942-93ff-4018-b8dd-c0fc10b5ad87');
INSERT INTO "events" VALUES('old-over',131,'play',0,'draw',1794841246.165,'0','guest-lisa 4a69a909-115e-4872-843f-c3fbdf7cf1a5');
INSERT INTO "events" VALUES('old-over',132,'play',0,'load 3',1794841246.165,'1','guest-lisa 03fbb40e-99ac-4b6e-ad26-8580142295d0');
INSERT INTO "events" VALUES('old-over',133,'play',1,'take 3',1794841246.166,'1','guest-lisa 38d1a0eb-7f91-4040-bcc6-053e4d7ba898');
INSERT INTO "events" VALUES('old-over',134,'play',1,'place meerkat in barn',1794841246.166,'0','guest-lisa d256c643-2fca-41ed-b6d7-5e6af88a9f90');
INSERT INTO "events" VALUES('old-over',135,'play',0,'draw',1794841246.167,'0','guest-lisa f68ab297-e8cf-461f-9f17-b54a3a5a9da7');
INSERT INTO "events" VALUES('old-over',136,'play',0,'load 1',1794841246.167,'0','guest-lisa f1f34910-7b69-48c8-8438-534e211a0916');
INSERT INTO "events" VALUES('old-over',137,'play',0,'draw',1794841246.168,'0','guest-lisa 75c79fb4-a71c-4e06-bb5e-4d5d75700633');
INSERT INTO "events" VALUES('old-over',138,'play',0,'take 1',1794841246.168,'0','guest-lisa 02ec5d32-cb88-4319-9e86-11c91ae91bae');
INSERT INTO "events" VALUES('old-over',139,'play',0,'place ostrich in barn',1794841246.169,'','guest-lisa 89443ad1-5218-425f-b82a-f5853806291c');
INSERT INTO "events" VALUES('old-standing-in',1,'note',NULL,'The game begins.',1794841246.246,'0',NULL);
INSERT INTO "events" VALUES('old-standing-in',2,'sit',1,'A bot (random) goes on for Ben, who is away.',1794841246.246,'0','guest-lisa 0218b325-3abc-4ea4-9d75-32d1170a6b8e');
CREATE TABLE guests (
	id VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	token_hash VARCHAR NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (token_hash)
);
INSERT INTO "guests" VALUES('guest-lisa','Lisa','4484df81c3fa1a872a0dcf30f89dd71dbeb6d5d546720718effc980c524ef9b2',1794841246.037);
INSERT INTO "guests" VALUES('guest-ben','Ben','c9ec24edeae2d92f6e4ea05fa312177d5076c9eef12b64137ff854619a68a9e0',1794841246.038);
CREATE TABLE seats (
	table_id VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	kind VARCHAR NOT NULL,
	guest VARCHAR,
	name VARCHAR NOT NULL,
	bot VARCHAR,
	PRIMARY KEY (table_id, seat),
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	FOREIGN KEY(guest) REFERENCES guests (id)
);
INSERT INTO "seats" VALUES('old-asking',0,'person','guest-lisa','Lisa',NULL);
INSERT INTO "seats" VALUES('old-asking',1,'person','guest-ben','Ben',NULL);
INSERT INTO "seats" VALUES('old-over',0,'person','guest-lisa','Lisa',NULL);
INSERT INTO "seats" VALUES('old-over',1,'hotseat','guest-lisa','Eva',NULL);
INSERT INTO "seats" VALUES('old-continued',0,'person','guest-lisa','Lisa',NULL);
INSERT INTO "seats" VALUES('old-continued',1,'hotseat','guest-lisa','Player B',NULL);
INSERT INTO "seats" VALUES('old-replay',0,'open',NULL,'Anna',NULL);
INSERT INTO "seats" VALUES('old-replay',1,'open',NULL,'Otto',NULL);
INSERT INTO "seats" VALUES('old-waiting',0,'person','guest-ben','Ben',NULL);
INSERT INTO "seats" VALUES('old-waiting',1,'open',NULL,'',NULL);
INSERT INTO "seats" VALUES('old-standing-in',0,'person','guest-lisa','Lisa',NULL);
INSERT INTO "seats" VALUES('old-standing-in',1,'person','guest-ben','Ben','random');
CREATE TABLE tables (
	id VARCHAR NOT NULL,
	title VARCHAR NOT NULL,
	rules_version INTEGER NOT NULL,
	players INTEGER NOT NULL,
	options TEXT NOT NULL,
	seed VARCHAR NOT NULL,
	salt VARCHAR NOT NULL,
	owner VARCHAR NOT NULL,
	hints BOOLEAN NOT NULL,
	public BOOLEAN NOT NULL,
	status VARCHAR NOT NULL,
	link VARCHAR NOT NULL,
	created FLOAT NOT NULL,
	from_table VARCHAR,
	from_moment INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(owner) REFERENCES guests (id),
	UNIQUE (link)
);
INSERT INTO "tables" VALUES('old-asking','zooloretto-mini',1,2,'{"removed": "llama,rhino,wolf"}','5','a9a163e6b9e985f6776a9f9f4e4bef78','guest-lisa',1,1,'playing','link-asking',1794841246.060,NULL,NULL);
INSERT INTO "tables" VALUES('old-over','zooloretto-mini',1,2,'{}','5','05532fca267152504a1955dc56d167fd','guest-lisa',1,0,'over','link-over',1794841246.087,NULL,NULL);
INSERT INTO "tables" VALUES('old-continued','zooloretto-mini',1,2,'{}','5','29a2d4bb3ed343057221c0cf4519186a','guest-lisa',1,0,'playing','link-continued',1794841246.173,'old-over',4);
INSERT INTO "tables" VALUES('old-replay','zooloretto-mini',1,2,'{}','9','3f642f8a4a00dec5aa2f08ae59305403','guest-lisa',0,0,'replay','link-replay',1794841246.179,NULL,NULL);
INSERT INTO "tables" VALUES('old-waiting','zoo-escape',1,2,'{"level": "easy"}','5','12e9be5e22170de4cf1709d745384895','guest-ben',1,0,'open','link-waiting',1794841246.239,NULL,NULL);
INSERT INTO "tables" VALUES('old-standing-in','zooloretto-mini',1,2,'{}','5','6281f2ae2674996443a4b5a04bcaae75','guest-lisa',1,0,'playing','link-standing-in',1794841246.242,NULL,NULL);
CREATE INDEX ix_tables_owner ON tables (owner);
CREATE INDEX tables_listed ON tables (public, status);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE UNIQUE INDEX chat_key ON chat (table_id, "key");
CREATE UNIQUE INDEX events_key ON events (table_id, key) WHERE key IS NOT NULL;
COMMIT;
