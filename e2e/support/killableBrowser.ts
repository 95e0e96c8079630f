import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium';

/** A browser with a profile that stays, which a test can kill without warning, as a phone does. */
export interface KillableBrowser {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** SIGKILL for the browser process and its children; resolves when it is dead. */
  kill(): Promise<void>;
  /** Closes it as a person does. */
  close(): Promise<void>;
}

export interface Profile {
  launch(): Promise<KillableBrowser>;
  dispose(): void;
}

const devToolsAddress = async (process: ChildProcess): Promise<string> => {
  if (!process.stderr) throw new Error('the browser has no output');
  for await (const line of createInterface({ input: process.stderr })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('the browser ended before it listened');
};

export const newProfile = (): Profile => {
  const folder = mkdtempSync(join(tmpdir(), 'listy-profile-'));
  let running: ChildProcess | null = null;

  const killNow = async (): Promise<void> => {
    const dying = running;
    running = null;
    if (!dying?.pid || dying.exitCode !== null || dying.signalCode !== null) return;
    const isDead = once(dying, 'exit');
    // Its own process group, with only the browser and its child processes.
    process.kill(-dying.pid, 'SIGKILL');
    await isDead;
  };

  return {
    launch: async () => {
      const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--lang=pl'];
      const started = spawn(findChromium(), [...flags, ...CHROMIUM_FLAGS, 'about:blank'], {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running = started;
      const browser = await chromium.connectOverCDP(await devToolsAddress(started));
      // Nobody reads any more, and a full pipe must not block the browser.
      started.stderr?.resume();
      const [context] = browser.contexts();
      if (!context) throw new Error('the browser has no context');
      return {
        browser,
        context,
        kill: killNow,
        close: async () => {
          const isGone = once(started, 'exit');
          const session = await browser.newBrowserCDPSession();
          await session.send('Browser.close');
          await isGone;
          running = null;
        },
      };
    },
    dispose: () => {
      void killNow();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
