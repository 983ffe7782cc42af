import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '../../platform/start-failure.ts'
import { type BackupCipher, createBackupCipher } from './backup-cipher.ts'
import {
  type BackupContent,
  type BackupManifest,
  contentSchema,
  manifestName,
  manifestSchema,
} from './backup-manifest.ts'

/** A backup that can be read. */
export interface OpenedBackup {
  readonly folder: string
  readonly manifest: BackupManifest
  readonly content: BackupContent
  readonly cipher: BackupCipher | null
}

/** Returns the manifest of a backup; null when the folder contains no complete backup. */
export async function findManifest(folder: string): Promise<BackupManifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  } catch {
    return null
  }
}

/**
 * Reads the contents of a backup.
 * @throws StartFailure when the folder is not a backup, or the passphrase is wrong.
 */
export async function openBackup(folder: string, passphrase: string | null): Promise<OpenedBackup> {
  const manifest = await findManifest(folder)
  if (manifest === null)
    throw new StartFailure(
      `Expected a complete backup in ${folder}, but it has no ${manifestName} that this version can read.`,
    )
  const { encryption, content } = manifest
  if (typeof content !== 'string') return { folder, manifest, content, cipher: null }
  if (encryption === null || passphrase === null)
    throw new StartFailure('The backup is encrypted. Name the file with its passphrase by --passphrase-file.')
  const cipher = createBackupCipher(passphrase, encryption.salt)
  try {
    return { folder, manifest, content: contentSchema.parse(JSON.parse(cipher.open(content))), cipher }
  } catch {
    throw new StartFailure('The passphrase does not fit the backup, or its manifest was changed.')
  }
}
