CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
INSERT INTO ItemTable VALUES('composer.composerData','{"allComposers": [{"composerId": "cafe0002-0000-4000-8000-000000000002", "createdAt": 1}, {"composerId": "cafe0008-0000-4000-8000-000000000008", "name": "Kept in its list", "createdAt": 1740000000000, "conversation": [{"bubbleId": "k1", "type": 1, "text": "list question"}, {"bubbleId": "k2", "type": 2, "text": "list answer"}]}]}');
INSERT INTO ItemTable VALUES('workbench.panel.aichat.view.aichat.chatdata','{"tabs": [{"tabId": "tab-old", "chatTitle": "Old chat", "lastSendTime": 1717200000000, "bubbles": [{"type": "user", "id": "o1", "text": "old prompt"}, {"type": "ai", "id": "o2", "rawText": "old reply"}, {"type": "ai", "id": "o3", "text": ""}]}, {"tabId": "tab-empty", "bubbles": []}]}');
INSERT INTO ItemTable VALUES('aiService.prompts','[{"text": "decoy prompt"}]');
INSERT INTO ItemTable VALUES('secret://decoy','decoy');
