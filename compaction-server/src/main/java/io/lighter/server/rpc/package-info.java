/**
 * The compaction server's RPC service: {@link io.lighter.server.rpc.CompactionRpcService} answers
 * calls, {@link io.lighter.server.rpc.SubmitValidator} says what is accepted. Calls come on the
 * threads of HBase's RPC server; jobs are handed to {@link io.lighter.server.job}.
 */
package io.lighter.server.rpc;
