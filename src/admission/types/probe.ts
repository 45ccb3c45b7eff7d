/** Probes and lifecycle handlers, core/v1. See field.ts for how a field is written. */
export const PROBE_TYPES = {
  Probe: {
    exec: 'ProbeHandler>*ExecAction',
    httpGet: 'ProbeHandler>*HTTPGetAction',
    tcpSocket: 'ProbeHandler>*TCPSocketAction',
    grpc: 'ProbeHandler>*GRPCAction',
    initialDelaySeconds: 'int32',
    timeoutSeconds: 'int32',
    periodSeconds: 'int32',
    successThreshold: 'int32',
    failureThreshold: 'int32',
    terminationGracePeriodSeconds: '*int64',
  },
  Lifecycle: {
    postStart: '*LifecycleHandler',
    preStop: '*LifecycleHandler',
    stopSignal: '*string(v1.Signal)',
  },
  LifecycleHandler: {
    exec: '*ExecAction',
    httpGet: '*HTTPGetAction',
    tcpSocket: '*TCPSocketAction',
    sleep: '*SleepAction',
  },
  ExecAction: {
    command: '[]string',
  },
  HTTPGetAction: {
    path: 'string',
    port: 'IntOrString!',
    host: 'string',
    scheme: 'string(v1.URIScheme)',
    httpHeaders: '[]HTTPHeader',
    protocol: '*string(v1.HTTPProtocol)',
  },
  HTTPHeader: {
    name: 'string!',
    value: 'string!',
  },
  TCPSocketAction: {
    port: 'IntOrString!',
    host: 'string',
  },
  GRPCAction: {
    port: 'int32!',
    service: '*string!',
    mode: '*string(v1.GRPCProbeMode)',
  },
  SleepAction: {
    seconds: 'int64!',
  },
} as const
