import java.lang.reflect.Field;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local, in memory or on disk in the folder that is given, on a free port of the loopback.
 * Its own launcher would listen on every interface and refuses port 0. Prints the port and ends when
 * its standard input does, so that it never outlives the tests.
 */
public final class LoopbackServer {
  public static void main(String[] arguments) throws Exception {
    String[] options =
        arguments.length == 0
            ? new String[] {"-inMemory", "-disableTelemetry"}
            : new String[] {"-dbPath", arguments[0], "-disableTelemetry"};
    DynamoDBProxyServer dynamo = ServerRunner.createServerFromCommandLineArgs(options);
    ServerConnector connector = connectorOf(dynamo);
    connector.setHost("127.0.0.1");
    connector.setPort(0);
    dynamo.start();
    System.out.println("port " + connector.getLocalPort());
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
    dynamo.stop();
    System.exit(0);
  }

  private static ServerConnector connectorOf(DynamoDBProxyServer dynamo) throws Exception {
    Field jetty = DynamoDBProxyServer.class.getDeclaredField("server");
    jetty.setAccessible(true);
    return (ServerConnector) ((Server) jetty.get(dynamo)).getConnectors()[0];
  }
}
