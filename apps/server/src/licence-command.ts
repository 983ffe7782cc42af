import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { licenceFacts } from '@millrace/contract'
import { writeLicence } from './operations/licences/licence-file.ts'

const usage = `Usage:
  keys --file FILE        writes a new private key, and prints the public key for MILLRACE_LICENCE_KEY
  create --key FILE --number TEXT --holder TEXT --applications NUMBER --expires YYYY-MM-DD
         [--users NUMBER] [--covers KEY,KEY] [--installation FINGERPRINT] [--issued YYYY-MM-DD] [--file FILE]
                          prints a signed licence, or writes it into a file`

/** Creates keys and licences. @returns the exit code. */
export async function runLicenceCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  try {
    const { verb, values } = read(args)
    if (verb === 'keys') await createKeys(values, print)
    else await create(values, print)
    return 0
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  }
}

type Values = Readonly<Record<string, string | undefined>>

function read(args: readonly string[]): { verb: string; values: Values } {
  const text = { type: 'string' } as const
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      file: text,
      key: text,
      number: text,
      holder: text,
      applications: text,
      users: text,
      covers: text,
      installation: text,
      issued: text,
      expires: text,
    },
  })
  const [verb = '', ...rest] = positionals
  if (!['keys', 'create'].includes(verb) || rest.length > 0)
    throw new Error(`Expected “keys” or “create”, but got “${positionals.join(' ')}”.\n${usage}`)
  return { verb, values }
}

async function createKeys({ file }: Values, print: (line: string) => void): Promise<void> {
  if (file === undefined) throw new Error(`Expected a file for the private key: --file FILE.\n${usage}`)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  print(`MILLRACE_LICENCE_KEY=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`)
}

async function create(values: Values, print: (line: string) => void): Promise<void> {
  if (values.key === undefined) throw new Error(`Expected the file of the private key: --key FILE.\n${usage}`)
  const key = createPrivateKey(await readFile(values.key))
  if (createPublicKey(key).asymmetricKeyType !== 'ed25519')
    throw new Error(`Expected an Ed25519 key in ${values.key}, but it is another one. Make one with “keys”.`)
  const parsed = licenceFacts.safeParse({
    number: values.number ?? '',
    holder: values.holder ?? '',
    applicationKeys: values.covers === undefined ? [] : values.covers.split(','),
    applications: Number(values.applications),
    users: values.users === undefined ? null : Number(values.users),
    issuedOn: values.issued ?? new Date().toISOString().slice(0, 10),
    expiresOn: values.expires ?? '',
    installation: values.installation ?? null,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(
      `Expected a licence that can be issued, but ${issue?.path.join('.')} is not: ${issue?.message}\n${usage}`,
    )
  }
  const licence = writeLicence(parsed.data, (bytes) => sign(null, bytes, key).toString('base64'))
  if (values.file === undefined) print(licence)
  else await writeFile(values.file, licence, { flag: 'wx' })
}
