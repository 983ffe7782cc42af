import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What is measured beside ours. It is no dependency: form-js has a licence of its own, and nothing of ours runs with them. */
const peers = { '@bpmn-io/form-js': '1.23.0', '@formio/js': '5.6.0' }

/** Installs the peers from npm into a folder, without running their scripts. */
export async function installPeers(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-peers-'))
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: peers }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
