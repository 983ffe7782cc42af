import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export interface TestCertificate {
  readonly certificate: string
  readonly key: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** Creates a certificate authority for a test, and a certificate for a name of this machine. */
export async function createAuthority(): Promise<{
  readonly certificate: string
  issue(name: string): Promise<TestCertificate>
}> {
  x509.cryptoProvider.set(webcrypto as never)
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const dates = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) }
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...dates,
    serialNumber: '01',
    name: 'CN=Test authority',
    keys: keys as never,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  let issued = 1
  return {
    certificate: authority.toString('pem'),
    issue: async (name) => {
      const own = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const certificate = await x509.X509CertificateGenerator.create({
        ...dates,
        serialNumber: `0${++issued}`,
        subject: `CN=${name}`,
        issuer: authority.subject,
        publicKey: own.publicKey as never,
        signingKey: keys.privateKey as never,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.SubjectAlternativeNameExtension([
            { type: 'dns', value: name },
            { type: 'ip', value: '127.0.0.1' },
          ]),
        ],
      })
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64')
      const lines = key.match(/.{1,64}/g)?.join('\n')
      return {
        certificate: certificate.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
      }
    },
  }
}
