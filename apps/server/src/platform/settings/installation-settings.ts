import {
  checkSetting,
  defaultSettings,
  type InstallationKey,
  type InstallationValues,
  installationKeys,
  settings,
} from '@millrace/contract/settings'
import type { Statement } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import type { Signals } from '../db/signals.ts'
import { openSecret } from './setting-secrets.ts'

/** Values that environment variables fix. */
export type FixedSettings = Partial<InstallationValues>

/** Settings of the installation as this server uses them, in memory. */
export interface InstallationSettings {
  readonly fixed: FixedSettings
  /** The values that hold now, with secrets. */
  current(): InstallationValues
  /** The id of the workplace whose administrators change these settings; null before it exists. */
  defaultWorkplaceId(): string | null
  /**
   * Calls the listener after each change.
   *
   * @returns a function that removes the listener.
   */
  follow(listener: (values: InstallationValues) => void): () => void
  /** Reads them again. Without the database they stay as they are. */
  refresh(): Promise<void>
  /** Notifies all servers that the settings have changed. */
  announce(): void
  close(): void
}

export interface InstallationSettingsOptions {
  readonly db: Pick<Database, 'readPlatform'>
  readonly signals: Pick<Signals, 'subscribe' | 'send'>
  /** Key for secrets at rest. */
  readonly secret: string
  readonly fixed: FixedSettings
}

const topic = 'settings'

/** Reads the settings of the installation, and again when a server announces a change, and every few seconds anyway. */
export async function openInstallationSettings(options: InstallationSettingsOptions): Promise<InstallationSettings> {
  const { signals, fixed } = options
  const listeners = new Set<(values: InstallationValues) => void>()
  let { values, defaultId } = await readInstallation(options)
  let reading: Promise<void> | null = null
  let isAskedAgain = false

  const read = async () => {
    do {
      isAskedAgain = false
      const next = await readInstallation(options).catch(() => null)
      if (next === null) continue
      defaultId = next.defaultId
      if (isSame(values, next.values)) continue
      values = next.values
      for (const listener of listeners) notify(listener, values)
    } while (isAskedAgain)
    reading = null
  }
  const refresh = () => {
    isAskedAgain = true
    reading ??= read()
    return reading
  }
  const unsubscribe = signals.subscribe(topic, () => void refresh())
  return {
    fixed,
    current: () => values,
    defaultWorkplaceId: () => defaultId,
    follow: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    announce: () => signals.send(topic),
    close: unsubscribe,
  }
}

/** A listener that fails keeps nobody else from the change, nor all of them from later ones. */
function notify(listener: (values: InstallationValues) => void, values: InstallationValues): void {
  try {
    listener(values)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

/** Returns the effective values of settings: fixed values, then values of the default workplace, then defaults. */
export async function readInstallationValues(options: ReadOptions): Promise<InstallationValues> {
  return (await readInstallation(options)).values
}

type ReadOptions = Pick<InstallationSettingsOptions, 'db' | 'secret' | 'fixed'>

async function readInstallation({
  db,
  secret,
  fixed,
}: ReadOptions): Promise<{ readonly values: InstallationValues; readonly defaultId: string | null }> {
  const [rows, places] = await db.readPlatform((tx) => tx.batch([findRows, findDefault]))
  const stored = new Map((rows ?? []).map(([key, value]) => [key, JSON.parse(value ?? 'null') as unknown]))
  const find = (key: InstallationKey) => {
    const value = stored.get(key)
    const opened = settings[key].kind === 'secret' ? openSecret(secret, value) : value
    return opened === undefined || checkSetting(key, opened) !== null ? defaultSettings[key] : opened
  }
  const own = Object.fromEntries(installationKeys.map((key) => [key, find(key)]))
  return { values: { ...(own as unknown as InstallationValues), ...fixed }, defaultId: places?.[0]?.[0] ?? null }
}

const findDefault: Statement = {
  name: 'setting_default_workplace',
  text: 'select workplace_id from workplace where is_default',
  values: [],
}

const findRows: Statement = {
  name: 'setting_installation',
  text: `select s.key, s.value::text from setting s join workplace w on w.workplace_id = s.workplace_id
    where w.is_default and s.value is not null and s.key = any($1::text[])`,
  values: [installationKeys],
}

function isSame(one: InstallationValues, other: InstallationValues): boolean {
  return installationKeys.every((key) => one[key] === other[key])
}
