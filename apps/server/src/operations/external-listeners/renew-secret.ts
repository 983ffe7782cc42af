import { randomBytes } from 'node:crypto'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import { createToken } from '../../platform/auth/token.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { SecretContext } from '../external-systems/external.ts'
import { externalRecords } from '../external-systems/external-kinds.ts'
import { change } from '../records/change-record.ts'
import { invalid, settingsOf } from './listener.ts'

export interface RenewedSecret {
  /** The path of the webhook, behind the address of the server. */
  readonly address: string
  /** The secret of its signatures; null where the address is the secret, or the user chose it. */
  readonly secret: string | null
}

/** The start of the address of each webhook. */
export const webhookPath = '/webhooks/'

/**
 * Creates the secret of a webhook: its address, or the secret of its signatures. It is returned once, and nobody reads it
 * afterwards. The secret before it stays valid for some hours, so that senders can change over.
 *
 * @param order.secret the secret that the sender has chosen; empty: a new one is created.
 */
export async function renewSecret(
  context: SecretContext,
  request: Request,
  order: { readonly id: string; readonly secret: string; readonly keepHours: number },
): Promise<RenewedSecret | Refusal> {
  const seal = createPropertySeal(context.secret)
  const made: { renewed?: RenewedSecret } = {}
  const refusal = await change(context, request, externalRecords.listener, {
    ref: order.id,
    revision: undefined,
    columns: (_, row) => {
      const settings = settingsOf(row)
      if (settings.kind !== 'webhook')
        return refuse('external.invalid', 'Expected a webhook, but this listener watches a folder. It has no secret.')
      const old = {
        old_token_hash: null,
        old_sealed: null,
        old_until: order.keepHours === 0 ? null : new Date(context.clock().getTime() + order.keepHours * 3_600_000),
      }
      if (settings.signature === 'none') {
        if (order.secret !== '')
          return invalid('secret', 'Expected no secret, because the address of this webhook is the secret.')
        const { text, hash } = createToken(request.workplaceId)
        made.renewed = { address: `${webhookPath}${text}`, secret: null }
        return {
          ...old,
          token_hash: hash,
          address: null,
          ...(order.keepHours > 0 && { old_token_hash: row.token_hash }),
        }
      }
      if (order.secret !== '' && order.secret.length < minSecretLength)
        return invalid('secret', `Expected a secret of at least ${minSecretLength} characters, but it is shorter.`)
      // The address is no secret where a signature proves who sends, so it stays.
      const token = row.token_hash === null || row.address === null ? createToken(request.workplaceId) : null
      const address = token === null ? (row.address ?? '') : `${webhookPath}${token.text}`
      const secret = order.secret !== '' ? order.secret : createSecret(settings.signature)
      made.renewed = { address, secret: order.secret !== '' ? null : secret }
      return {
        ...old,
        ...(token !== null && { token_hash: token.hash, address }),
        sealed: seal.close(secret),
        ...(order.keepHours > 0 && { old_sealed: row.sealed }),
      }
    },
  })
  if (refusal !== null) return refusal
  const { renewed } = made
  if (renewed === undefined) throw new Error('Expected a new secret of a listener that was changed.')
  return renewed
}

const minSecretLength = 16

function createSecret(signature: 'standard' | 'github' | 'hmac'): string {
  const bytes = randomBytes(32)
  return signature === 'standard' ? `whsec_${bytes.toString('base64')}` : bytes.toString('base64url')
}
