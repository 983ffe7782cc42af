import type { InstallationValues } from '@millrace/contract/settings'
import type { MailConfig } from '../outgoing/mail-sender.ts'
import type { FixedSettings } from './installation-settings.ts'

/** Returns the settings that the address of a mail server fixes, for the page that shows them as fixed. */
export function settingsOfMailServer(address: string): FixedSettings {
  const url = new URL(address)
  const isTls = url.protocol === 'smtps:'
  const isOn = (name: string) => url.searchParams.get(name) === 'true'
  return {
    'mail.host': url.hostname,
    'mail.port': url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    'mail.security': isTls ? 'tls' : isOn('requireTLS') ? 'required' : isOn('ignoreTLS') ? 'none' : 'offered',
    'mail.username': decode(url.username),
    'mail.password': decode(url.password),
  }
}

/** Decodes a text; one with a stray percent sign is returned unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const options = { offered: '', required: '?requireTLS=true', tls: '', none: '?ignoreTLS=true' } as const

/**
 * Returns the mail server in use; null when none is configured.
 * @param address of the environment variable, which can contain more than the settings.
 */
export function findMailServer(values: InstallationValues, address: string | null): MailConfig | null {
  const from = values['mail.from'] === '' ? null : values['mail.from']
  if (address !== null) return { url: address, from }
  const host = values['mail.host']
  if (host === '') return null
  const security = values['mail.security']
  const [username, password] = [values['mail.username'], values['mail.password']].map(encodeURIComponent)
  const credentials = username === '' ? '' : `${username}:${password}@`
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
  return { url: `${scheme}://${credentials}${host}:${values['mail.port']}${options[security]}`, from }
}
