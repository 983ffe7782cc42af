/** The packages of the system with a library, by what installs them. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const packages = {
  'libstdc++.so.6': { 'apt-get': 'libstdc++6', dnf: 'libstdc++', yum: 'libstdc++', zypper: 'libstdc++6' },
  'libgcc_s.so.1': { 'apt-get': 'libgcc-s1', dnf: 'libgcc', yum: 'libgcc', zypper: 'libgcc_s1' },
  'libatomic.so.1': { 'apt-get': 'libatomic1', dnf: 'libatomic', yum: 'libatomic', zypper: 'libatomic1' },
}

/** The package managers of Linux systems, in the order in which they are searched for. */
export const installers = ['apt-get', 'dnf', 'yum', 'zypper']

/**
 * Returns the advice for a system error when a program does not start, as the end of a sentence.
 *
 * @param {string} reason
 * @param {string | null} installer one of `installers`
 * @returns {string | null} null when no advice is known
 */
export function findRemedy(reason, installer) {
  if (/version [`']GLIBC/.test(reason)) return 'use a Linux with glibc 2.28 or newer, such as Debian 11'
  const library = /(lib[\w+]+\.so[.\d]*): cannot open shared object/.exec(reason)?.[1]
  if (library === undefined) return null
  const name = installer === null ? undefined : packages[library]?.[installer]
  return name === undefined ? `install the system's package with ${library}` : `run ${installer} install ${name}`
}
