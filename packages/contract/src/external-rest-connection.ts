import { z } from 'zod'
import { externalLimits, line, seconds } from './external-parts.ts'

/**
 * The kinds of sign-in at a REST service. The secret is the password, the token, the value of the header, or the secret
 * of the OAuth 2 client.
 */
export const restSignIns = ['none', 'basic', 'bearer', 'header', 'oauth'] as const

/** The grants with which a token is requested (RFC 6749). `refresh`: with a refresh token that a user enters. */
export const oauthGrants = ['client', 'refresh'] as const
/** Where the client sends its secret: in the header Authorization, or in the body. */
export const oauthClientAuths = ['header', 'body'] as const

/** The secrets that a connection can have in addition to the one of its sign-in. */
export const otherSecretNames = ['refreshToken', 'clientKey', 'proxyPassword'] as const
export type OtherSecretName = (typeof otherSecretNames)[number]

export const headerName = line(100).regex(
  /^(?:[!#$%&'*+.^_`|~\w-]+)?$/,
  'Expected the name of a header, such as X-Api-Key.',
)

export const address = (text: z.ZodString) =>
  text
    .regex(
      /^https?:\/\/[^\s?#@<>"'`{}\\]+$/,
      'Expected an address that begins with http:// or https://, without user, query and fragment.',
    )
    .refine((url) => URL.canParse(url), 'Expected an address that can be read, such as https://api.example.org.')

/** Certificates as text, as files with the ending .pem have them. */
const certificates = z
  .string()
  .trim()
  .max(externalLimits.certificate)
  .regex(/^(?:-----BEGIN CERTIFICATE-----|$)/, 'Expected a certificate that begins with -----BEGIN CERTIFICATE-----.')
  .default('')

/** The client of OAuth 2 that requests access tokens. Its secret is the secret of the connection. */
export const oauthClient = {
  tokenUrl: address(line(externalLimits.address)).or(z.literal('')).default(''),
  clientId: line(255).default(''),
  scope: line(500).default(''),
  grant: z.enum(oauthGrants).default('client'),
  clientAuth: z.enum(oauthClientAuths).default('header'),
}

export const restConnection = z.object({
  kind: z.literal('rest'),
  /** The address before the paths of adapters. */
  baseUrl: address(line(externalLimits.address)),
  signIn: z.enum(restSignIns).default('none'),
  /** For `basic`. */
  username: line(255).default(''),
  /** For `header`. */
  header: headerName.default(''),
  /** For `oauth`. */
  ...oauthClient,
  /** The maximum number of retries of a request that was not carried out, or can be carried out twice. */
  retries: z.number().int().min(0).max(externalLimits.retries).default(0),
  /** 0: as many as there are. */
  callsPerMinute: z.number().int().min(0).max(externalLimits.callsPerMinute).default(0),
  /** The number of failures in a row before a pause; 0: no pause. */
  breakAfter: z.number().int().min(0).max(externalLimits.breakAfter).default(0),
  breakSeconds: z.number().int().min(5).max(3_600).default(60),
  /** The address of an HTTP proxy, such as http://proxy.example.org:3128. */
  proxy: line(externalLimits.address)
    .regex(
      /^(?:http:\/\/[^\s/?#@<>"'`{}\\]+)?$/,
      'Expected an address such as http://proxy.example.org:3128, or nothing.',
    )
    .refine((url) => url === '' || URL.canParse(url), 'Expected an address such as http://proxy.example.org:3128.')
    .default(''),
  proxyUsername: line(255).default(''),
  /** The client certificate. Its key is a secret. */
  certificate: certificates,
  /** The trusted authorities for the certificate of the service; they replace the public ones. */
  authorities: certificates,
  seconds,
})

export type RestConnection = z.output<typeof restConnection>

/** The settings with which an access token is requested. */
export type OauthClient = Pick<RestConnection, keyof typeof oauthClient>
