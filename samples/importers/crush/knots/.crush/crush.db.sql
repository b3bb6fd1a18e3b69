CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL, message_count INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL, created_at INTEGER NOT NULL, summary_message_id TEXT);
CREATE TABLE files (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts BLOB NOT NULL DEFAULT '[]', model TEXT, provider TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, finished_at INTEGER, is_summary_message INTEGER DEFAULT 0 NOT NULL);
CREATE INDEX idx_messages_session_id ON messages (session_id);
INSERT INTO sessions VALUES ('k1',NULL,'Knots 結び',0,1767604200,1767604200,NULL);
INSERT INTO sessions VALUES ('k1-call$$t1','k1','New Session',0,1767604205,1767604205,NULL);
INSERT INTO sessions VALUES ('title-k1',NULL,'Generate a title',0,1767604200,1767604200,NULL);
INSERT INTO sessions VALUES ('k2',NULL,'Untitled Session',0,1767604300000,1767604300000,NULL);
INSERT INTO messages VALUES ('a1','k1','user','[{"type": "text", "data": {"text": "Tie a bowline 🪢"}}, {"type": "binary", "data": {"Path": "/home/ada/rope.png", "MIMEType": "image/png", "Data": "AAAA"}}, {"type": "binary", "data": {"Path": "/home/ada/a.txt", "MIMEType": "text/plain", "Data": "AAAA"}}]',NULL,'demo',1767604200,1767604200,NULL,0);
INSERT INTO messages VALUES ('a2','k1','assistant','[{"type": "reasoning", "data": {"thinking": "Rabbit, hole, tree."}}, {"type": "text", "data": {"text": "I try it."}}, {"type": "tool_call", "data": {"id": "t1", "name": "bash", "input": "{\"command\":\"tie\"}", "finished": true}}, {"type": "finish", "data": {"reason": "end_turn", "time": 1767604205}}]','demo-k','demo',1767604201,1767604201,1767604202,0);
INSERT INTO messages VALUES ('a3','k1','tool','[{"type": "tool_result", "data": {"tool_call_id": "t1", "name": "bash", "content": "slipped", "is_error": true}}]',NULL,'demo',1767604203000,1767604203000,NULL,0);
INSERT INTO messages VALUES ('a4','k1','assistant','[{"type": "text", "data": {"text": "Tied."}}, {"type": "ribbon", "data": {}}, {"type": "finish", "data": {"reason": "end_turn", "time": 1767604205}}]','demo-k2','demo',1767604204000,1767604204000,1767604204,0);
INSERT INTO messages VALUES ('a5','k1','assistant','[{"type": "text", "data": {"text": "A bowline was tied."}}, {"type": "finish", "data": {"reason": "end_turn", "time": 1767604205}}]','demo-k2','demo',1767604205000,1767604205000,1767604205,1);
INSERT INTO messages VALUES ('b1','k1-call$$t1','user','[{"type": "text", "data": {"text": "explore ropes"}}]',NULL,'demo',1767604205,1767604205,NULL,0);
INSERT INTO messages VALUES ('c1','title-k1','user','[{"type": "text", "data": {"text": "Generate a concise title"}}]',NULL,'demo',1767604200,1767604200,NULL,0);
INSERT INTO messages VALUES ('d1','k2','user','[{"type": "text", "data": {"text": "ok"}}]',NULL,'demo',1767604300000,1767604300000,NULL,0);
INSERT INTO messages VALUES ('d2','k2','user','[{"type": "text", "data": {"text": "ok"}}]',NULL,'demo',1767604301000,1767604301000,NULL,0);
-- in the log
INSERT INTO messages VALUES ('d3','k2','assistant','[{"type": "text", "data": {"text": "Half an ans"}}]','demo-k2','demo',1767604302000,1767604302000,NULL,0);
