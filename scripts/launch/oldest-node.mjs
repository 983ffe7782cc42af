/**
 * The oldest Node that the project runs on. It takes types away by itself, without a warning, and is the oldest that
 * every tool of the project accepts.
 */
export const oldestNode = '24.15.0'

/**
 * @param {string} version as `process.versions.node`
 * @returns {boolean}
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
