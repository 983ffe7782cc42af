/**
 * The oldest Node that can run the project. It strips types by default, without a warning, and every tool of the
 * project accepts it.
 */
export const oldestNode = '24.15.0'

/**
 * Returns whether a version of Node is new enough.
 * @param {string} version as `process.versions.node`
 * @returns {boolean}
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
