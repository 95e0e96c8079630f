import { readFileSync, writeFileSync } from 'node:fs';

/** What `dist/server` imports at run time; everything else in `dependencies` goes into the build. */
const RUN_TIME = ['@node-rs/argon2', 'better-sqlite3'];

const { dependencies, overrides, allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const kept = Object.fromEntries(RUN_TIME.map((name) => [name, dependencies[name]]));
writeFileSync('package.json', JSON.stringify({ private: true, dependencies: kept, overrides, allowScripts }, null, 2));
