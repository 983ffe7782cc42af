import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestCertificate } from './certificates.ts'
import { findPort, waitForPort } from './find-port.ts'

/** The programs of Kafka, as `mvn -f bench/peers/kafka package` copies them. */
const programs = join(import.meta.dirname, '../../../../bench/peers/kafka/target/dependency')

/** Whether Kafka was fetched on this machine. */
export const hasKafka = existsSync(programs)

export interface KafkaServer {
  /** For everyone, without sign-in and encryption. */
  readonly port: number
  /** With a sign-in by PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512, without encryption. */
  readonly saslPort: number
  /** With the same sign-ins, and TLS. */
  readonly tlsPort: number
  /** Where each partition has a folder, such as `orders-0`. */
  readonly dataFolder: string
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface KafkaOptions {
  readonly username: string
  readonly password: string
  readonly certificate: TestCertificate
  /** The port that the cluster names for connections with a sign-in, in place of its own: that of a proxy. */
  readonly namedPort?: number
  /** The port of connections with a sign-in. */
  readonly saslPort?: number
  /** The host that the cluster names for connections without a sign-in. */
  readonly namedHost?: string
}

const java = ['-Xms48m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', `${programs}/*`]

/**
 * Starts a Kafka of one node for a test, with its own folder and ports. It listens on the loopback address only. Everyone
 * without a sign-in may do everything; the user may, too, as long as nothing is denied.
 */
export async function openKafka(options: KafkaOptions): Promise<KafkaServer> {
  const { username, password, certificate, namedHost = '127.0.0.1' } = options
  const folder = await mkdtemp(join(tmpdir(), 'millrace-kafka-'))
  const [port, tlsPort, controllerPort] = [await findPort(), await findPort(), await findPort()]
  const saslPort = options.saslPort ?? (await findPort())
  const namedPort = options.namedPort ?? saslPort
  const plain = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;'
  const signIns = ['sasl', 'tls'].flatMap((listener) => [
    `listener.name.${listener}.plain.sasl.jaas.config=${plain}`,
    `listener.name.${listener}.scram-sha-256.sasl.jaas.config=${scram}`,
    `listener.name.${listener}.scram-sha-512.sasl.jaas.config=${scram}`,
  ])
  const settings = [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
    'controller.listener.names=CONTROLLER',
    `listeners=OPEN://127.0.0.1:${port},SASL://127.0.0.1:${saslPort},TLS://127.0.0.1:${tlsPort},CONTROLLER://127.0.0.1:${controllerPort}`,
    `advertised.listeners=OPEN://${namedHost}:${port},SASL://127.0.0.1:${namedPort},TLS://localhost:${tlsPort}`,
    'listener.security.protocol.map=OPEN:PLAINTEXT,SASL:SASL_PLAINTEXT,TLS:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name=OPEN',
    'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    ...signIns,
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${folder}/server.pem`,
    'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users=User:ANONYMOUS',
    'allow.everyone.if.no.acl.found=true',
    'auto.create.topics.enable=false',
    'group.initial.rebalance.delay.ms=0',
    'offsets.topic.replication.factor=1',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'offsets.topic.num.partitions=1',
    'transaction.state.log.num.partitions=1',
    `log.dirs=${folder}/data`,
    '',
  ].join('\n')
  const file = join(folder, 'server.properties')
  await writeFile(file, settings)
  await writeFile(join(folder, 'server.pem'), `${certificate.key}\n${certificate.certificate}`)
  const users = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${username},password=${password}]`,
  ])
  const id = randomBytes(16).toString('base64url')
  await promisify(execFile)('java', [...java, 'kafka.tools.StorageTool', 'format', '-t', id, '-c', file, ...users])
  const begin = () => {
    const server = spawn('java', [...java, 'kafka.Kafka', file], { cwd: folder, stdio: 'ignore' })
    return { server, ended: once(server, 'exit') }
  }
  let running = begin()
  const stop = async () => {
    const { server, ended } = running
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await ended
  }
  const ready = () => waitForPort(tlsPort, { name: 'Kafka', exitCode: () => running.server.exitCode })
  await ready()
  return {
    ...{ port, saslPort, tlsPort, dataFolder: join(folder, 'data') },
    kill: stop,
    start: async () => {
      running = begin()
      await ready()
    },
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
