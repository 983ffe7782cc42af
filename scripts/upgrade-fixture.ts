import { root, runTool } from './run-tool.ts'

/**
 * `npm run upgrade-fixture -- VERSION`: keeps a backup of an installation of this version with live instances, and what
 * becomes of them. From then on `npm test` upgrades it. To be run once for each release, on its commit.
 */
const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version)) {
  console.error(`Expected npm run upgrade-fixture -- VERSION, such as 0.1.0, but the version is “${version}”.`)
  process.exit(1)
}
process.env.MILLRACE_UPGRADE_FIXTURE = version
process.exit((await runTool('vitest', ['run', '--root', root, 'apps/server/src/upgrades.test.ts'])) ? 0 : 1)
