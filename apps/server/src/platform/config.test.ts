import { defaultBudgets } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readClamdAddress } from './scanner/clamd-address.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseWait: 0,
      cells: [],
      replicaUrl: null,
      pooler: null,
      dataFolder: null,
      roles: { web: true, worker: true },
      adminPassword: null,
      samples: false,
      apiBase: '/api',
      secret: null,
      logLevel: 'info',
      trustedProxies: ['loopback'],
      publicUrl: null,
      corsOrigins: [],
      checksRestRights: true,
      sso: null,
      allowedAddresses: { allows: expect.any(Function) },
      mailServer: null,
      s3: null,
      captcha: null,
      licenceKeys: [],
      fileRoots: [],
      fileWriteRoots: [],
      timeZone: null,
      budgets: defaultBudgets,
      metricsToken: null,
      traces: null,
      fixed: {},
    })
  })

  it('fixes the settings that it names, and no others', () => {
    const { fixed, mailServer, budgets } = readConfig({
      MILLRACE_SMTP_URL: 'smtp://jo%40x:pass%20word@mail.example.org?requireTLS=true',
      MILLRACE_BUDGETS: 'callTime=5000',
    })
    expect(fixed).toEqual({
      'mail.host': 'mail.example.org',
      'mail.port': 587,
      'mail.security': 'required',
      'mail.username': 'jo@x',
      'mail.password': 'pass word',
      'budget.callTime': 5000,
    })
    expect(mailServer).toBe('smtp://jo%40x:pass%20word@mail.example.org?requireTLS=true')
    expect(budgets.callTime).toBe(5000)
    expect(readConfig({ MILLRACE_SMTP_URL: 'smtps://a%:b@[::1]:4650' }).fixed).toMatchObject({
      ...{
        'mail.host': '[::1]',
        'mail.port': 4650,
        'mail.security': 'tls',
        'mail.username': 'a%',
        'mail.password': 'b',
      },
    })
  })

  it('takes a token for metrics that nobody guesses, and does not repeat another one', () => {
    expect(readConfig({ MILLRACE_METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16))
    expect(() => readConfig({ MILLRACE_METRICS_TOKEN: 'hunter2' })).toThrow(/^Expected MILLRACE_METRICS_TOKEN to have/)
    expect(() => readConfig({ MILLRACE_METRICS_TOKEN: 'hunter2' })).not.toThrow(/hunter2/)
  })

  it('takes the collector of traces by the variables of OpenTelemetry, and does not repeat a wrong one', () => {
    const read = (env: Record<string, string>) => readConfig(env).traces
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' })).toEqual({
      url: 'http://collector:4318/v1/traces',
      ratio: 1,
      serviceName: 'millrace',
    })
    const whole = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otel.example.org/in' }
    expect(read({ ...whole, OTEL_TRACES_SAMPLER_ARG: '.25', OTEL_SERVICE_NAME: 'bpm' })).toEqual({
      url: 'https://otel.example.org/in',
      ratio: 0.25,
      serviceName: 'bpm',
    })
    for (const url of ['collector:4318', 'http://me:hunter2@collector', 'hunter2'])
      expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toThrow(/^(?!.*hunter2)Expected OTEL_EXPORTER_OTLP_EN/)
    for (const ratio of ['2', '1.5', '-1', 'half', '.'])
      expect(() => read({ ...whole, OTEL_TRACES_SAMPLER_ARG: ratio })).toThrow(/^Expected OTEL_TRACES_SAMPLER_ARG to/)
  })

  it('takes folders that may be read, but not the whole machine', () => {
    const read = (text: string) => readConfig({ MILLRACE_FILE_ROOTS: text }).fileRoots
    expect(read('/srv/exchange, /mnt/prices/')).toEqual(['/srv/exchange', '/mnt/prices'])
    for (const text of ['/', '/srv/..', 'srv', '/srv,,/mnt'])
      expect(() => read(text)).toThrow(/^Expected MILLRACE_FILE_ROOTS to be whole paths of folders/)
  })

  it('takes a time zone that there is', () => {
    expect(readConfig({ MILLRACE_TIME_ZONE: 'Asia/Kathmandu' }).timeZone).toBe('Asia/Kathmandu')
    expect(() => readConfig({ MILLRACE_TIME_ZONE: 'Middle/Earth' })).toThrow(
      /^Expected MILLRACE_TIME_ZONE to be the name/,
    )
  })

  it.each([
    ['tcp://clamd.example.org:3310', { host: 'clamd.example.org', port: 3310 }],
    ['tcp://[::1]:3310/', { host: '::1', port: 3310 }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('finds clamd at %s', (text, address) => {
    const clamd = readConfig({ MILLRACE_CLAMD: text }).fixed['uploads.clamd']
    expect(clamd === undefined ? null : readClamdAddress(clamd)).toEqual(address)
  })

  it.each(['clamd', 'tcp://clamd', 'tcp://clamd:3310/x', 'http://clamd:3310', 'unix://run/clamd.ctl', 'tcp://:3310'])(
    'finds no clamd at %s',
    (text) => {
      expect(() => readConfig({ MILLRACE_CLAMD: text })).toThrow(/^Expected MILLRACE_CLAMD to be like tcp:/)
    },
  )

  const captcha = {
    MILLRACE_CAPTCHA: 'turnstile',
    MILLRACE_CAPTCHA_SITE_KEY: 'our-site',
    MILLRACE_CAPTCHA_SECRET: 'our secret',
  }

  it('finds a captcha service, and refuses one that nobody knows or without its keys', () => {
    expect(readConfig(captcha).captcha).toEqual({ kind: 'turnstile', siteKey: 'our-site', secret: 'our secret' })
    expect(() => readConfig({ ...captcha, MILLRACE_CAPTCHA: 'altcha' })).toThrow(/recaptcha, hcaptcha, turnstile, but/)
    for (const name of ['MILLRACE_CAPTCHA_SITE_KEY', 'MILLRACE_CAPTCHA_SECRET'])
      expect(() => readConfig({ ...captcha, [name]: '' })).toThrow(`Expected ${name} to be set`)
  })

  const s3 = {
    FILES_S3_ENDPOINT: 'https://s3.example.org/',
    FILES_S3_BUCKET: 'files',
    FILES_S3_ACCESS_KEY: 'key',
    FILES_S3_SECRET_KEY: 'secret',
  }

  it('finds S3-compatible storage, in the region that most stores take', () => {
    const expected = { endpoint: 'https://s3.example.org', bucket: 'files', accessKey: 'key', secretKey: 'secret' }
    expect(readConfig(s3).s3).toEqual({ ...expected, region: 'us-east-1' })
    const other = { ...s3, FILES_S3_ENDPOINT: 'http://127.0.0.1:9000/storage/s3', FILES_S3_REGION: 'eu-central-1' }
    expect(readConfig(other).s3).toEqual({
      ...expected,
      endpoint: 'http://127.0.0.1:9000/storage/s3',
      region: 'eu-central-1',
    })
  })

  it.each([
    [
      { FILES_S3_ENDPOINT: 's3.example.org' },
      'Expected FILES_S3_ENDPOINT to be an address like https://s3.example.org,',
    ],
    [{ FILES_S3_ENDPOINT: 'https://key:secret@s3.example.org' }, 'but it is something else.'],
    [{ FILES_S3_ENDPOINT: 'https://s3.example.org/?x' }, 'but it is something else.'],
    [{ FILES_S3_ENDPOINT: '' }, 'Expected FILES_S3_ENDPOINT to be set beside FILES_S3_BUCKET, but it is not.'],
    [{ FILES_S3_BUCKET: '' }, 'Expected FILES_S3_BUCKET to be set beside FILES_S3_ENDPOINT, but it is not.'],
    [{ FILES_S3_BUCKET: 'My files' }, 'but it is “My files”.'],
    [{ FILES_S3_BUCKET: '../files' }, 'but it is “../files”.'],
    [{ FILES_S3_ACCESS_KEY: '' }, 'Expected FILES_S3_ACCESS_KEY to be set beside FILES_S3_ENDPOINT, but it is not.'],
    [{ FILES_S3_SECRET_KEY: '' }, 'Expected FILES_S3_SECRET_KEY to be set beside FILES_S3_ENDPOINT, but it is not.'],
    [{ FILES_S3_REGION: 'eu/central' }, 'Expected FILES_S3_REGION to be like eu-central-1, but it is “eu/central”.'],
  ])('refuses %j for S3-compatible storage with one sentence, and tells no secret', (wrong, sentence) => {
    expect(() => readConfig({ ...s3, ...wrong })).toThrow(sentence)
    expect(() => readConfig({ ...s3, ...wrong })).not.toThrow('key:secret')
  })

  it('reads budgets, and leaves all others unchanged', () => {
    const { budgets } = readConfig({ MILLRACE_BUDGETS: ' callTime=5000, steps = 200 ,' })
    expect(budgets).toEqual({ ...defaultBudgets, callTime: 5000, steps: 200 })
  })

  it.each([
    ['callTime', 'Expected each part of MILLRACE_BUDGETS to be like callTime=5000, but one is “callTime”.'],
    ['steps=1e9', 'Expected each part of MILLRACE_BUDGETS to be like callTime=5000, but one is “steps=1e9”.'],
    ['stpes=900', 'Expected MILLRACE_BUDGETS to name budgets, but “stpes” is none of inline, work, '],
    ['toString=900', 'but “toString” is none of'],
    ['steps=200,callTime=5', 'Expected callTime in MILLRACE_BUDGETS to be at least 100, but it is 5.'],
    ['callTime=86400001', 'Expected callTime in MILLRACE_BUDGETS to be at most 86400000, but it is 86400001.'],
  ])('refuses the budgets %s with one sentence', (text, sentence) => {
    expect(() => readConfig({ MILLRACE_BUDGETS: text })).toThrow(sentence)
  })

  it('takes a variable that is set to nothing as not set', () => {
    const config = readConfig({ PORT: '', MILLRACE_ROLES: '', DATABASE_URL: '' })
    expect(JSON.stringify(config)).toBe(JSON.stringify(readConfig({})))
  })

  it('reads what is set', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      DATABASE_URL: 'postgres://a:b@c/d',
      MILLRACE_DATA: '/srv/data',
      MILLRACE_ROLES: ' worker ',
      MILLRACE_SAMPLES: 'on',
      MILLRACE_API_BASE: '/bpm/api',
      MILLRACE_PUBLIC_URL: 'https://bpm.example.org/',
      LOG_LEVEL: 'warn',
      MILLRACE_TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1, fd00::/8, ::1, uniquelocal',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '::',
      databaseUrl: 'postgres://a:b@c/d',
      dataFolder: '/srv/data',
      roles: { web: false, worker: true },
      samples: true,
      apiBase: '/bpm/api',
      publicUrl: 'https://bpm.example.org',
      logLevel: 'warn',
      trustedProxies: ['10.0.0.0/8', '192.168.1.1', 'fd00::/8', '::1', 'uniquelocal'],
    })
  })

  it.each([
    ['PORT', '80a', 'Expected PORT to be a whole number from 0 to 65535, but it is “80a”.'],
    ['PORT', '65536', 'Expected PORT to be a whole number from 0 to 65535, but it is “65536”.'],
    ['PORT', '-1', 'Expected PORT to be a whole number from 0 to 65535, but it is “-1”.'],
    ['MILLRACE_ROLES', 'web,cook', 'Expected MILLRACE_ROLES to be web, worker or web,worker, but it is “web,cook”.'],
    ['MILLRACE_ROLES', ',', 'Expected MILLRACE_ROLES to be web, worker or web,worker, but it is “,”.'],
    ['MILLRACE_SAMPLES', 'yes', 'Expected MILLRACE_SAMPLES to be on or off, but it is “yes”.'],
    [
      'MILLRACE_CORS_ORIGINS',
      'https://a.example.org, *',
      'Expected MILLRACE_CORS_ORIGINS to be origins such as https://tasks.example.org, with commas between them, but it is “*”.',
    ],
    ['MILLRACE_API_BASE', 'api', 'Expected MILLRACE_API_BASE to be a path like /api, but it is “api”.'],
    ['MILLRACE_API_BASE', '/api/', 'Expected MILLRACE_API_BASE to be a path like /api, but it is “/api/”.'],
    [
      'MILLRACE_API_BASE',
      '/engine-rest',
      'Expected MILLRACE_API_BASE to be a path that the product does not use itself, but it is “/engine-rest”.',
    ],
    ['MILLRACE_SECRET', 'short', 'Expected MILLRACE_SECRET to have at least 32 characters, but it has 5.'],
    [
      'MILLRACE_PUBLIC_URL',
      'https://example.org/bpm',
      'Expected MILLRACE_PUBLIC_URL to be an address like https://bpm.example.org, but it is “https://example.org/bpm”.',
    ],
    ['MILLRACE_OIDC_ISSUER', 'https://id.example.org', 'Expected MILLRACE_OIDC_CLIENT_ID beside MILLRACE_OIDC_ISSUER'],
    [
      'LOG_LEVEL',
      'loud',
      'Expected LOG_LEVEL to be one of fatal, error, warn, info, debug, trace, silent, but it is “loud”.',
    ],
  ])('refuses %s=%s with one sentence', (name, text, sentence) => {
    expect(() => readConfig({ [name]: text })).toThrow(sentence)
  })

  it.each(['proxy.example.org', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0', '10.0.0.0/x'])(
    'refuses %s as a proxy',
    (text) => {
      expect(() => readConfig({ MILLRACE_TRUSTED_PROXIES: text })).toThrow(
        `Expected MILLRACE_TRUSTED_PROXIES to be a list of addresses, ranges like 10.0.0.0/8 and the names loopback, linklocal, uniquelocal, but it is “${text}”.`,
      )
    },
  )

  it('does not print a password that is in a bad DATABASE_URL', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@host/db' })).toThrow(
      /^Expected DATABASE_URL to be like postgres:(?!.*hunter2)/,
    )
  })
})
