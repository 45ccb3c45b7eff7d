/** Reason and message that a kubelet gives, by condition and status (pkg/kubelet/nodestatus). */
const TEXTS: ReadonlyMap<string, readonly [reason: string, message: string]> = new Map([
  ['Ready=True', ['KubeletReady', 'kubelet is posting ready status']],
  ['Ready=False', ['KubeletNotReady', 'the kubelet is not ready']],
  [
    'MemoryPressure=True',
    ['KubeletHasInsufficientMemory', 'kubelet has insufficient memory available'],
  ],
  [
    'MemoryPressure=False',
    ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ],
  ['DiskPressure=True', ['KubeletHasDiskPressure', 'kubelet has disk pressure']],
  ['DiskPressure=False', ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure']],
  ['PIDPressure=True', ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available']],
  ['PIDPressure=False', ['KubeletHasSufficientPID', 'kubelet has sufficient PID available']],
])

export function kubeletCondition(
  type: string,
  status: string,
): { readonly reason: string; readonly message: string } {
  const [reason, message] = TEXTS.get(`${type}=${status}`) ?? [`Kubelet${type}`, '']
  return { reason, message }
}
