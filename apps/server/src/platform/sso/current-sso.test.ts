import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultSettings, type InstallationValues } from '@millrace/contract/settings'
import { describe, expect, it } from 'vitest'
import { type AllowedAddresses, readAllowedAddresses } from '../outgoing/addresses.ts'
import { createOutgoingClient } from '../outgoing/http-client.ts'
import { followSso } from './current-sso.ts'
import { readSsoConfig } from './sso-config.ts'

/** A server that answers each path with a description of a provider, or leads elsewhere. */
async function openProvider(leadsTo: string | null = null) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (leadsTo !== null) response.writeHead(302, { location: leadsTo }).end()
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, keys: [] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ issuer, asked },
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

function ofSettings(issuer: string, allowed: 'on' | 'off') {
  const values = { ...defaultSettings, 'sso.issuer': issuer, 'sso.clientId': 'flow' } as InstallationValues
  const outgoing = createOutgoingClient({ allowed: readAllowedAddresses(allowed) as AllowedAddresses })
  return followSso(null, { current: () => values }, outgoing)()
}

describe('a provider of the settings', () => {
  it('is not called in a private network', async () => {
    await using provider = await openProvider()
    await expect(ofSettings(provider.issuer, 'off')?.discover()).rejects.toMatchObject({
      cause: { isPrivateAddress: true },
    })
    expect(provider.asked).toEqual([])
  })

  it('is called there when the operator permits it, its keys too', async () => {
    await using provider = await openProvider()
    const discovered = await ofSettings(provider.issuer, 'on')?.discover()
    await discovered?.fetch(`${provider.issuer}/keys`)
    expect(provider.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  it('leads nowhere else', async () => {
    await using inside = await openProvider()
    await using provider = await openProvider(`${inside.issuer}/secret`)
    await expect(ofSettings(provider.issuer, 'on')?.discover()).rejects.toThrow()
    expect(inside.asked).toEqual([])
  })
})

it('calls a provider of the environment in a private network, because the operator has named it', async () => {
  await using provider = await openProvider()
  const variables: Record<string, string> = { MILLRACE_OIDC_ISSUER: provider.issuer, MILLRACE_OIDC_CLIENT_ID: 'flow' }
  const settings = { current: () => defaultSettings as InstallationValues }
  const careful = createOutgoingClient({ allowed: readAllowedAddresses('off') as AllowedAddresses })
  const sso = followSso(
    readSsoConfig((name) => variables[name] ?? null),
    settings,
    careful,
  )
  await sso()?.discover()
  expect(provider.asked).toEqual(['/.well-known/openid-configuration'])
})
